"""The names of this course and where they come from. A test holds the list against kino itself."""

ATTENTION = (
    *("AdditiveAttention", "DotProductAttention", "MultiHeadAttention", "additive_scores", "attend", "bmm"),
    *("causal_mask", "dot_product_scores", "gaussian_scores", "length_mask", "masked_softmax", "pool"),
    *("positional_encoding", "softmax", "softmax_jacobian"),
)
IMPORTS = {
    "np": "import numpy as np",
    "numpy": "import numpy",
    "plt": "import matplotlib.pyplot as plt",
    "pyplot": "from matplotlib import pyplot",
    "matplotlib": "import matplotlib",
    "kino": "import kino",
    "attention": "from kino import attention",
    "show_heatmaps": "from kino.heatmaps import show_heatmaps",
    "sleep": "from time import sleep",
    "reduce": "from functools import reduce",
    "partial": "from functools import partial",
    "defaultdict": "from collections import defaultdict",
    "Counter": "from collections import Counter",
    "dataclass": "from dataclasses import dataclass",
    **{name: f"import {name}" for name in ("math", "random", "time", "json", "itertools", "functools", "collections")},
    **{name: f"import {name}" for name in ("statistics", "sys", "os", "re", "string", "copy", "datetime", "typing")},
    **{
        name: f"import {name}"
        for name in ("asyncio", "decimal", "fractions", "operator", "textwrap", "timeit", "inspect")
    },
    **{name: f"from kino.attention import {name}" for name in ATTENTION},
}
# Modules inside modules that a lesson may import.
MODULES = {
    "numpy": ("linalg", "random", "fft", "ma", "polynomial", "typing", "testing"),
    "matplotlib": ("pyplot", "cm", "colors", "ticker", "patches", "animation", "lines"),
    "kino": ("attention", "heatmaps", "figures"),
}
COURSE = ("numpy", "matplotlib", "kino")
EVERYDAY = ("math", "random", "time", "itertools", "functools", "collections", "statistics", "datetime", "typing")
# What needs a graphics card, a screen of its own, or another process: none of it runs inside a page.
NOT_IN_A_BROWSER = {
    **dict.fromkeys(("torch", "torchvision", "torchaudio"), "PyTorch"),
    **dict.fromkeys(("tensorflow", "keras"), "TensorFlow"),
    **dict.fromkeys(("jax", "jaxlib", "flax"), "JAX"),
    **{"tkinter": "tkinter", "Tkinter": "tkinter", "turtle": "turtle", "_tkinter": "tkinter", "curses": "curses"},
    **{"_curses": "curses", "pygame": "pygame", "cupy": "CuPy", "numba": "Numba", "transformers": "transformers"},
    **{"_multiprocessing": "multiprocessing", "readline": "readline", "fcntl": "fcntl", "pyaudio": "PyAudio"},
    **{"mxnet": "MXNet", "d2l": "d2l", "PyQt5": "PyQt", "PyQt6": "PyQt", "PySide6": "PySide", "pyautogui": "pyautogui"},
}
NO_PACKAGES = ("pip", "micropip", "setuptools", "conda")
NO_NETWORK = ("requests", "aiohttp", "httpx", "urllib3", "bs4", "selenium", "paramiko", "openai")
