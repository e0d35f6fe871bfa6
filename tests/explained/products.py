"""Products of arrays: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    (
        "Q @ K",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). The last axis of `Q` (2) must be as long as the first axis of `K` (4). Did you mean `Q @ K.T`?",
        "Q @ K.T",
    ),
    (
        "Q @ w",
        "`Q` has shape (3, 2) and `w` has shape (5,). The last axis of `Q` (2) must be as long as the one axis of `w` (5).",
    ),
    (
        "w @ Q",
        "`w` has shape (5,) and `Q` has shape (3, 2). The one axis of `w` (5) must be as long as the first axis of `Q` (3).",
    ),
    (
        "scores @ w",
        "`scores` has shape (3, 4) and `w` has shape (5,). The last axis of `scores` (4) must be as long as the one axis of `w` (5).",
    ),
    (
        "Q.T @ K",
        "`Q.T` has shape (2, 3) and `K` has shape (4, 2). The last axis of `Q.T` (3) must be as long as the first axis of `K` (4).",
    ),
    (
        "scores @ V.T",
        "`scores` has shape (3, 4) and `V.T` has shape (5, 4). The last axis of `scores` (4) must be as long as the first axis of `V.T` (5). Did you mean `scores @ V`?",
        "scores @ V",
    ),
    (
        "(Q + 1) @ (K * 2)",
        "`Q + 1` has shape (3, 2) and `K * 2` has shape (4, 2). The last axis of `Q + 1` (2) must be as long as the first axis of `K * 2` (4). Did you mean `(Q + 1) @ (K * 2).T`?",
        "(Q + 1) @ (K * 2).T",
    ),
    (
        "Q @ K.T @ V.T",
        "`Q @ K.T` has shape (3, 4) and `V.T` has shape (5, 4). The last axis of `Q @ K.T` (4) must be as long as the first axis of `V.T` (5). Did you mean `Q @ K.T @ V`?",
        "Q @ K.T @ V",
    ),
    (
        "Q @ [1, 2, 3]",
        "`Q` has shape (3, 2) and `[1, 2, 3]` has shape (3,). The last axis of `Q` (2) must be as long as the one axis of `[1, 2, 3]` (3). `Q.T @ [1, 2, 3]` would fit.",
        "Q.T @ [1, 2, 3]",
    ),
    ("Q @ 2", "`2` is a single number, and `@` multiplies matrices. Use `*` to multiply by a number.", "Q * 2"),
    (
        "Q @= K",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). The last axis of `Q` (2) must be as long as the first axis of `K` (4). Did you mean `Q @= K.T`?",
        "Q @= K.T",
    ),
    (
        "scores = Q @ K.T\nscores @ V.T",
        "`scores` has shape (3, 4) and `V.T` has shape (5, 4). The last axis of `scores` (4) must be as long as the first axis of `V.T` (5). Did you mean `scores @ V`?",
        "scores = Q @ K.T\nscores @ V",
    ),
    (
        "batch @ batch",
        "`batch` has shape (2, 3, 4). The last axis of `batch` (4) must be as long as the last but one axis of `batch` (3). Did you mean `batch @ batch.mT`?",
        "batch @ batch.mT",
    ),
    (
        "batch @ np.ones((5, 4, 6))",
        "`batch` has shape (2, 3, 4) and `np.ones((5, 4, 6))` has shape (5, 4, 6). The axes before the last two count the matrices, and 2 of them do not go with 5.",
    ),
    (
        "np.matmul(Q, K)",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). The last axis of `Q` (2) must be as long as the first axis of `K` (4). Did you mean `np.matmul(Q, K.T)`?",
        "np.matmul(Q, K.T)",
    ),
    (
        "np.dot(Q, K)",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). The last axis of `Q` (2) must be as long as the first axis of `K` (4). Did you mean `np.dot(Q, K.T)`?",
        "np.dot(Q, K.T)",
    ),
    (
        "Q.dot(K)",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). The last axis of `Q` (2) must be as long as the first axis of `K` (4). Did you mean `Q.dot(K.T)`?",
        "Q.dot(K.T)",
    ),
    (
        "np.dot(w, np.ones(4))",
        "`w` has shape (5,) and `np.ones(4)` has shape (4,). The one axis of `w` (5) must be as long as the one axis of `np.ones(4)` (4).",
    ),
    (
        "np.inner(Q, V)",
        "`Q` has shape (3, 2) and `V` has shape (4, 5). `inner` goes along the last axis of both, and 2 is not 5.",
    ),
    (
        "score(Q, K)",
        "`query` has shape (3, 2) and `key` has shape (4, 2). The last axis of `query` (2) must be as long as the first axis of `key` (4). Did you mean `query @ key.T`?",
    ),
    (
        "def f(x):\n    return x @ K\nf(Q)",
        "`x` has shape (3, 2) and `K` has shape (4, 2). The last axis of `x` (2) must be as long as the first axis of `K` (4). Did you mean `x @ K.T`?",
        "def f(x):\n    return x @ K.T\nf(Q)",
    ),
    (
        "Layer(3)(Q)",
        "`x` has shape (3, 2) and `self.weights` has shape (3, 3). The last axis of `x` (2) must be as long as the first axis of `self.weights` (3). `x.T @ self.weights` would fit.",
    ),
    (
        "layer = Layer(3)\nQ @ layer.weights",
        "`Q` has shape (3, 2) and `layer.weights` has shape (3, 3). The last axis of `Q` (2) must be as long as the first axis of `layer.weights` (3). `Q.T @ layer.weights` would fit.",
        "layer = Layer(3)\nQ.T @ layer.weights",
    ),
    (
        "np.einsum('ij,jk->ik', Q, K)",
        "The letter `j` stands for axis 1 of `Q`, which is 2, and for axis 0 of `K`, which is 4. One letter has one size.",
    ),
    (
        "np.einsum('bqd,bkd->bqk', batch, np.ones((2, 5, 3)))",
        "The letter `d` stands for axis 2 of `batch`, which is 4, and for axis 2 of `np.ones((2, 5, 3))`, which is 3. One letter has one size.",
    ),
    ("np.einsum('ij->ik', Q)", "The letter `k` stands behind the arrow in `'ij->ik'` and before it nowhere."),
    ("np.einsum('ijk->i', Q)", "`ijk` gives 3 axes a letter, and `Q` has 2: its shape is (3, 2)."),
    ("np.einsum('ij', Q, K)", "`'ij'` speaks of 1 array, and 2 are given."),
    ("np.linalg.inv(Q)", "`Q` has shape (3, 2), and `inv` needs a square matrix, with as many rows as columns."),
    (
        "np.linalg.solve(np.ones((2, 2)), Q)",
        "`np.ones((2, 2))` has shape (2, 2) and `Q` has shape (3, 2). `solve` needs as many rows in the second as in the first.",
    ),
    ("from kino.attention import bmm\nbmm(Q, K)", None),
    ("from kino.attention import attend\nattend(Q, V, V)", None),
    (
        "[1, 2] @ [3, 4]",
        "A list such as `[1, 2]` is not an array, so `@` does not go through its elements. `np.array([1, 2])` makes an array of it.",
        "np.array([1, 2]) @ np.array([3, 4])",
    ),
]
