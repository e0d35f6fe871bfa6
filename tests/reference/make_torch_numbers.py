"""Write attention.json: what PyTorch makes of a few small inputs, for the tests of the core.

PyTorch is no dependency of kino. To make the numbers anew, in a virtual environment of its own:

    pip install torch==2.13.0 numpy && python tests/reference/make_torch_numbers.py
"""

import json
from pathlib import Path

import torch
from torch.nn import functional

HERE = Path(__file__).resolve().parent
BATCH, N_Q, N_K, D_K, D_V = 2, 3, 5, 4, 2
LENGTHS = [2, 5]
QUERY_LENGTHS = [[1, 2, 3], [5, 4, 1]]


def main():
    torch.manual_seed(2017)
    torch.set_default_dtype(torch.float64)
    cases = {
        "dot_product": dot_product(),
        "additive": additive(),
        "gaussian": gaussian(),
        "softmax_jacobian": softmax_jacobian(),
        "multi_head": multi_head(sizes=(8, 8, 8), bias=True),
        "multi_head_sizes": multi_head(sizes=(8, 3, 5), bias=False),
    }
    table = {"made_with": f"PyTorch {torch.__version__.partition('+')[0]}", **cases}
    (HERE / "attention.json").write_text(dumped(table), encoding="utf-8", newline="\n")


def dot_product():
    queries, keys, values = torch.randn(BATCH, N_Q, D_K), torch.randn(BATCH, N_K, D_K), torch.randn(BATCH, N_K, D_V)
    attention = functional.scaled_dot_product_attention
    mask = torch.rand(BATCH, N_Q, N_K) < 0.6
    mask[..., 0] = True
    square = torch.randn(BATCH, N_Q, D_K)
    return {
        "queries": queries,
        "keys": keys,
        "values": values,
        "output": attention(queries, keys, values),
        "output_unscaled": attention(queries, keys, values, scale=1.0),
        "mask": mask,
        "output_masked": attention(queries, keys, values, attn_mask=mask),
        "valid_lens": LENGTHS,
        "output_lengths": attention(queries, keys, values, attn_mask=seen(LENGTHS)),
        "query_valid_lens": QUERY_LENGTHS,
        "output_query_lengths": attention(queries, keys, values, attn_mask=seen(QUERY_LENGTHS)),
        "own": square,
        "output_causal": attention(square, square, square, is_causal=True),
    }


def additive():
    num_hiddens, query_size, key_size = 6, 7, 3
    queries, keys = torch.randn(BATCH, N_Q, query_size), torch.randn(BATCH, N_K, key_size)
    values = torch.randn(BATCH, N_K, D_V)
    W_q, W_k = (torch.nn.Linear(size, num_hiddens, bias=False) for size in (query_size, key_size))
    w_v = torch.nn.Linear(num_hiddens, 1, bias=False)
    features = torch.tanh(W_q(queries).unsqueeze(2) + W_k(keys).unsqueeze(1))
    scores = w_v(features).squeeze(-1)
    weights = scores.masked_fill(~seen(LENGTHS), -torch.inf).softmax(-1)
    return {
        "queries": queries,
        "keys": keys,
        "values": values,
        "W_q": W_q.weight,
        "W_k": W_k.weight,
        "w_v": w_v.weight[0],
        "scores": scores,
        "valid_lens": LENGTHS,
        "weights": weights,
        "output": torch.bmm(weights, values),
    }


def gaussian():
    queries, keys, width = torch.randn(BATCH, N_Q, D_K), torch.randn(BATCH, N_K, D_K), 1.7
    scores = -(torch.cdist(queries, keys) ** 2) / (2 * width**2)
    return {"queries": queries, "keys": keys, "width": width, "scores": scores, "weights": scores.softmax(-1)}


def softmax_jacobian():
    scores = 3 * torch.randn(5)
    jacobian = torch.autograd.functional.jacobian(lambda row: row.softmax(-1), scores)
    return {"scores": scores, "jacobian": jacobian}


def multi_head(sizes, bias):
    num_hiddens, num_heads = sizes[0], 2
    layer = torch.nn.MultiheadAttention(
        num_hiddens, num_heads, bias=bias, kdim=sizes[1], vdim=sizes[2], batch_first=True
    )
    if bias:
        torch.nn.init.normal_(layer.in_proj_bias)
        torch.nn.init.normal_(layer.out_proj.bias)
    queries, keys, values = (torch.randn(BATCH, n, size) for n, size in zip((N_Q, N_K, N_K), sizes, strict=True))
    padding = ~seen(LENGTHS)[:, 0]
    output, weights = layer(queries, keys, values, key_padding_mask=padding, average_attn_weights=False)
    joint = layer.in_proj_weight
    W_q, W_k, W_v = (layer.q_proj_weight, layer.k_proj_weight, layer.v_proj_weight) if joint is None else joint.chunk(3)
    case = {"num_hiddens": num_hiddens, "num_heads": num_heads, "queries": queries, "keys": keys, "values": values}
    case |= {"W_q": W_q, "W_k": W_k, "W_v": W_v, "W_o": layer.out_proj.weight}
    if bias:
        b_q, b_k, b_v = layer.in_proj_bias.chunk(3)
        case |= {"b_q": b_q, "b_k": b_k, "b_v": b_v, "b_o": layer.out_proj.bias}
    return case | {"valid_lens": LENGTHS, "weights": weights, "output": output}


def seen(lengths):
    """Booleans (batch, n_q, n_k): the keys below each length."""
    lengths = torch.tensor(lengths).reshape(BATCH, -1, 1)
    return (torch.arange(N_K) < lengths).expand(BATCH, N_Q, N_K)


def dumped(table):
    """The table as JSON with one array a line."""
    lines = []
    for name, case in table.items():
        if isinstance(case, dict):
            rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(plain(value))}" for key, value in case.items())
            lines.append(f"{json.dumps(name)}: {{\n{rows}\n}}")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(case)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def plain(value):
    return value.detach().tolist() if isinstance(value, torch.Tensor) else value


if __name__ == "__main__":
    main()
