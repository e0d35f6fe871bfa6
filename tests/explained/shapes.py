"""Shapes of arrays: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    (
        "Q + K",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). Counted from the end, axis -2 is 3 in one and 4 in the other; they must be equal, or one of them 1.",
    ),
    (
        "scores * V",
        "`scores` has shape (3, 4) and `V` has shape (4, 5). Counted from the end, the last axis is 4 in one and 5 in the other; they must be equal, or one of them 1.",
    ),
    (
        "scores - w",
        "`scores` has shape (3, 4) and `w` has shape (5,). Counted from the end, the last axis is 4 in one and 5 in the other; they must be equal, or one of them 1.",
    ),
    (
        "scores / scores.sum(axis=-1)",
        "`scores` has shape (3, 4) and `scores.sum(axis=-1)` has shape (3,). Counted from the end, the last axis is 4 in one and 3 in the other; they must be equal, or one of them 1. `keepdims=True` keeps the axis, with size 1.",
        "scores / scores.sum(axis=-1, keepdims=True)",
    ),
    (
        "m = scores.max(axis=1)\nscores - m",
        "`scores` has shape (3, 4) and `m` has shape (3,). Counted from the end, the last axis is 4 in one and 3 in the other; they must be equal, or one of them 1. Did you mean `m[:, None]`, which has shape (3, 1)?",
        "m = scores.max(axis=1)\nscores - m[:, None]",
    ),
    (
        "Q - np.ones(3)",
        "`Q` has shape (3, 2) and `np.ones(3)` has shape (3,). Counted from the end, the last axis is 2 in one and 3 in the other; they must be equal, or one of them 1. An axis of size 1 at its end, shape (3, 1), would make it fit.",
    ),
    (
        "Q * np.ones((2, 3)).T.T",
        "`Q` has shape (3, 2) and `np.ones((2, 3)).T.T` has shape (2, 3). Counted from the end, the last axis is 2 in one and 3 in the other; they must be equal, or one of them 1. Did you mean `Q.T`, which has shape (2, 3)?",
        "Q.T * np.ones((2, 3)).T.T",
    ),
    (
        "P = np.ones((2, 3))\nQ + P",
        "`Q` has shape (3, 2) and `P` has shape (2, 3). Counted from the end, the last axis is 2 in one and 3 in the other; they must be equal, or one of them 1. Did you mean `P.T`, which has shape (3, 2)?",
        "P = np.ones((2, 3))\nQ + P.T",
    ),
    (
        "Q > K",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). Counted from the end, axis -2 is 3 in one and 4 in the other; they must be equal, or one of them 1.",
    ),
    (
        "np.add(Q, K)",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). Counted from the end, axis -2 is 3 in one and 4 in the other; they must be equal, or one of them 1.",
    ),
    (
        "np.where(Q > 0, Q, K)",
        "`Q > 0` has shape (3, 2) and `K` has shape (4, 2). Counted from the end, axis -2 is 3 in one and 4 in the other; they must be equal, or one of them 1.",
    ),
    (
        "np.allclose(Q, K)",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). Counted from the end, axis -2 is 3 in one and 4 in the other; they must be equal, or one of them 1.",
    ),
    (
        "scores += w",
        "`scores` has shape (3, 4) and `w` has shape (5,). Counted from the end, the last axis is 4 in one and 5 in the other; they must be equal, or one of them 1.",
    ),
    (
        "x = np.ones(3)\nx += np.ones((2, 3))",
        "`x` has shape (3,), and with `np.ones((2, 3))` the result would have shape (2, 3). `+=` writes into the array that is there, and it cannot grow.",
        "x = np.ones(3)\nx = x + np.ones((2, 3))",
    ),
    (
        "x = np.arange(3)\nx += 1.5",
        "`x` holds whole numbers only, and the result has decimals. `+=` writes into the array that is there.",
        "x = np.arange(3)\nx = x + 1.5",
    ),
    (
        "scores[:] = w",
        "`scores[:]` has shape (3, 4), and `w` with shape (5,) does not fit in. Counted from the end, the last axis is 4 in one and 5 in the other; they must be equal, or one of them 1.",
    ),
    (
        "scores[0] = w",
        "`scores[0]` has shape (4,), and `w` with shape (5,) does not fit in. Counted from the end, the last axis is 4 in one and 5 in the other; they must be equal, or one of them 1.",
    ),
    (
        "scores[0] = [1, 2]",
        "`scores[0]` has shape (4,), and `[1, 2]` with shape (2,) does not fit in. Counted from the end, the last axis is 4 in one and 2 in the other; they must be equal, or one of them 1.",
    ),
    ("scores[0, 0] = w", "`scores[0, 0]` is one number, and `w` has shape (5,)."),
    (
        "Q.reshape(4, 2)",
        "`Q` has shape (3, 2), which is 6 numbers; shape (4, 2) needs 8. Reshaping keeps every number.",
    ),
    ("Q.reshape(-1, 4)", "`Q` has shape (3, 2), which is 6 numbers, and they cannot be shared out in groups of 4."),
    (
        "np.reshape(Q, (5,))",
        "`Q` has shape (3, 2), which is 6 numbers; shape (5,) needs 5. Reshaping keeps every number.",
    ),
    (
        "Q.reshape(-1, -1)",
        "Only one size can be left to NumPy with -1: from two of them it could not tell which is which.",
    ),
    (
        "np.concatenate([Q, K], axis=1)",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). Only the axis along which they are joined may differ, and axis 0 is 3 and 4. Along axis 0 they would fit.",
    ),
    (
        "np.concatenate([Q, V])",
        "`Q` has shape (3, 2) and `V` has shape (4, 5). Only the axis along which they are joined may differ, and axis 1 is 2 and 5.",
    ),
    (
        "np.concatenate([Q, w])",
        "`Q` has shape (3, 2) and `w` has shape (5,). Arrays that are joined have the same number of axes. `w[None]` has one more, shape (1, 5).",
    ),
    (
        "np.concatenate([1, 2])",
        "Single numbers cannot be joined like arrays. `np.array([…])` makes an array of them, or put each into a list.",
    ),
    (
        "np.stack([Q, K])",
        "`Q` has shape (3, 2) and `K` has shape (4, 2). `stack` lays equal arrays on each other; to join others, use `np.concatenate`.",
    ),
    (
        "np.vstack([Q, V])",
        "`Q` has shape (3, 2) and `V` has shape (4, 5). Only the axis along which they are joined may differ, and axis 1 is 2 and 5.",
    ),
    (
        "Q.sum(axis=2)",
        "`Q` has shape (3, 2): 2 axes, numbered 0 and 1. There is no axis 2. The last one is also called -1.",
    ),
    ("np.mean(w, axis=1)", "`w` has shape (5,): 1 axis, numbered 0, which is also -1. There is no axis 1."),
    (
        "batch.max(axis=-4)",
        "`batch` has shape (2, 3, 4): 3 axes, numbered 0 to 2. There is no axis -4. The last one is also called -1.",
    ),
    ("np.float64(3).sum(axis=1)", "This is one single number and has no axes."),
    ("Q.transpose(0, 1, 2)", "`Q` has shape (3, 2), so it has 2 axes to put in order, each named once."),
    (
        "Q.swapaxes(0, 2)",
        "`Q` has shape (3, 2): 2 axes, numbered 0 and 1. There is no axis 2. The last one is also called -1.",
    ),
    ("np.squeeze(Q, 0)", "`Q` has shape (3, 2), and only an axis of size 1 can be taken away."),
    ("np.array([[1, 2], [3]])", "Row 0 has 2 numbers and row 1 has 1 number. In an array all rows are equally long."),
    ("np.array([[1, 2], 3])", "Row 0 has 2 numbers and row 1 is one number. In an array all rows are equally long."),
    ("np.array([row, [3]])", "Row 0 has 2 numbers and row 1 has 1 number. In an array all rows are equally long."),
    ("np.zeros(-1)", "A size below 0 has no meaning for an array."),
    ("np.split(Q, 2)", "`Q` has shape (3, 2), and an axis of it cannot be split into `2` equal parts."),
]
