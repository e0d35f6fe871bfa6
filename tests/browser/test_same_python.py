"""A Python that started from an image gives the answers of a plain Pyodide: the same values, warnings and errors."""

import ast
import json

import pytest

from tests.browser import pages

# A reader who is not where the site was built.
ZONE = "Asia/Kolkata"
ASK = """
import contextlib, io, json, warnings
import numpy as np

def told(expression):
    out = io.StringIO()
    with warnings.catch_warnings(record=True) as said, contextlib.redirect_stdout(out):
        warnings.simplefilter("always")
        try:
            value = repr(eval(expression, {"np": np, "imp": __import__}))
        except Exception as error:
            value = f"{type(error).__name__}: {error}"
    return [value, out.getvalue(), *(f"{one.category.__name__}: {one.message}" for one in said)]

"""

EXPRESSIONS = {
    "floats": """
        0.1 + 0.2
        1e22, 1e23, 5e-324, 1.7976931348623157e308, float("nan"), -0.0
        f"{2.675:.2f} {1e10:g} {3.0:.0f} {1/3!r} {12345.678:,.1f}"
        round(2.5), round(-0.5), round(2.675, 2), divmod(-7, 2.5)
        float.hex(0.1), (0.1).as_integer_ratio(), float.fromhex("0x1.8p3")
        imp("math").fsum([0.1] * 10), imp("math").exp(710 - 1), imp("math").gamma(5.5), imp("math").nextafter(1, 2)
        imp("cmath").sqrt(-2), complex("1e-5-2j"), (1 + 2j) ** 0.5
        imp("decimal").Decimal(2).sqrt(), imp("fractions").Fraction(0.3).limit_denominator(10)
    """,
    "printing": """
        np.array([1e-10, 1, 1e10])
        np.array([0.1, 0.25, 1/3]), np.float32(0.1), np.float64(1) / 3, np.longdouble(1) / 3
        np.arange(10_000).reshape(100, 100)
        np.array([[np.nan, np.inf], [-np.inf, -0.0]])
        np.array([1 + 2j, 1e-8j, complex("nan")])
        np.array(["a", "bcd"]), np.array([b"x"]), np.array([None, 1, "x"], dtype=object)
        np.array([("a", 1.5)], dtype=[("name", "U1"), ("x", "f4")])
        np.array(["2026-11-29", "NaT"], "M8[D]"), np.timedelta64(90, "m"), np.datetime64("2026-11-29T22:00")
        np.array2string(np.pi * np.arange(5), precision=3, suppress_small=True, separator=", ")
        np.array_repr(np.eye(2, dtype=np.float16)), np.array_str(np.empty((0, 3)))
        np.format_float_scientific(1e-17, precision=3), np.format_float_positional(1e16 / 3, trim="-")
        print(np.ma.array([1, 2], mask=[0, 1]), np.poly1d([1, 2, 3]))
        np.dtype([("a", "<i2"), ("b", ">f8", (2,))]), np.finfo(float), np.iinfo("i1")
        np.get_printoptions()
    """,
    "arithmetic": """
        np.float64(1) / 0, np.int64(1) // 0, np.array([1, 0]) / 0
        np.sqrt(-1), np.log(np.array([0, -1.0])), np.exp(1000), np.float32(1e38) * 10
        np.int8(127) + np.int8(1), np.array([200], "u1") + 100, np.uint8(300)
        np.add.reduce(np.arange(10, dtype="f4") / 7), np.cumsum([0.1] * 5), np.add.outer([1, 2], [3, 4])
        np.sin(np.linspace(0, 1e6, 5)), np.tanh([0.1, 20]), np.arctan2(-0.0, -1), np.hypot(3e200, 4e200)
        np.power(2.0, [0.5, -1, 1000]), np.float_power(-8, 1/3), np.power(2, -1)
        np.floor_divide(-7, 2.5), np.remainder(-7, 2.5), np.fmod(-7, 2.5), np.modf(-1.5), np.frexp(10.0)
        np.maximum([1, np.nan], 2), np.fmax([1, np.nan], 2), np.sign([-2.0, np.nan]), np.signbit(-0.0)
        np.einsum("ij,jk", np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)), np.ones(3) @ np.ones(2)
        np.bitwise_count(np.arange(5)), np.left_shift(1, [1, 62]), np.gcd(12, 18), ~np.uint8(5)
        np.heaviside([-1, 0, 1], 0.5), np.nextafter(1, 2), np.spacing(1e10), np.cbrt(-27), np.expm1(1e-10)
        np.vectorize(lambda x: x + 0.5)([1, 2]), np.frompyfunc(lambda a, b: a + b, 2, 1)([1], ["x"])
        np.array([1, 2, 3])[5]
        np.array([1.0, "x", 3]), np.asarray([[1], [1, 2]])
        np.quantile([1, 2, 3.5], [0.1, 0.9]), np.var([1, 2, 4], ddof=1), np.histogram([1, 2, 2.5], 3), np.mean([])
        np.geterr(), np.errstate(all="raise").__enter__(), np.seterr(), np.result_type(np.float32, 1, 2j)
    """,
    "linalg": """
        np.linalg.inv(np.array([[4, 7], [2, 6.0]])), np.linalg.det(np.eye(3) * 1.1)
        np.linalg.inv(np.zeros((2, 2)))
        np.linalg.eigvals([[2, 1], [1, 3]]), np.linalg.eigh([[2, 1j], [-1j, 3]])
        np.linalg.svd(np.arange(6.0).reshape(2, 3)), np.linalg.qr(np.vander([1.0, 2, 3]))
        np.linalg.solve([[3, 1], [1, 2.0]], [9, 8]), np.linalg.lstsq(np.vander([1.0, 2, 3, 4], 2), [1, 2, 2.5, 4])
        np.linalg.cholesky([[4, 2], [2, 3.0]]), np.linalg.cholesky(-np.eye(2))
        np.linalg.norm([[1, 2], [3, 4]], "fro"), np.linalg.cond([[1, 2], [3, 4.0]])
        np.linalg.matrix_rank(np.ones((3, 3)))
        np.linalg.pinv(np.ones((2, 3))), np.linalg.matrix_power([[1, 1], [1, 0]], 30), np.linalg.slogdet(-np.eye(3))
        np.linalg.eig(np.full((2, 2), np.nan)), np.linalg.solve(np.eye(2), np.ones(3))
        np.kron([1, 2], [1, 1]), np.cross([1, 0, 0], [0, 1, 0]), np.linalg.multi_dot([np.eye(2)] * 3)
        np.tensordot(*[np.eye(2)] * 2)
    """,
    "random": """
        (imp("random").seed(7), imp("random").random(), imp("random").gauss(0, 1))[1:]
        (imp("random").seed(7), imp("random").sample(range(99), 4))[1:]
        imp("random").Random("text").choices("abc", k=8), imp("random").Random(2**80).getrandbits(90)
        (np.random.seed(7), np.random.rand(3), np.random.randn(2))[1:]
        (np.random.seed(7), np.random.randint(9, size=4), np.random.permutation(5))[1:]
        np.random.RandomState(3).gamma(2, size=3), np.random.RandomState(3).choice(5, 3, replace=False)
        np.random.default_rng(7).random(3), np.random.default_rng(7).normal(size=3)
        np.random.default_rng(7).integers(99, size=4)
        np.random.default_rng([1, 2]).permutation(6), np.random.default_rng(1).multivariate_normal([0, 1], np.eye(2))
        np.random.default_rng(1).poisson(3, 5), np.random.default_rng(1).beta(2, 3)
        np.random.default_rng(1).choice(["a", "b"], 3)
        [np.random.Generator(getattr(np.random, kind)(5)).random() for kind in ("MT19937", "Philox", "SFC64")]
        np.random.SeedSequence(5).spawn(2)[1].generate_state(3), np.random.default_rng(-1)
        len({imp("random").random(), np.random.rand(), np.random.default_rng().random()}) == 3
    """,
    "the rest of numpy": """
        np.fft.fft([1, 2, 0, 1.5]), np.fft.rfftfreq(5), np.fft.ifft2(np.eye(2))
        np.polynomial.Polynomial.fit([0, 1, 2], [1, 3, 7], 2), np.roots([1, -3, 2]), np.polyfit([0, 1, 2], [1, 3, 7], 1)
        np.ma.masked_invalid([1, np.nan]).mean(), np.ma.array([1, 2], mask=True).sum()
        np.strings.upper(["ab", "ß"]), np.char.add("a", "b"), np.strings.find("banana", "na")
        np.unique([3, 1, 3], return_counts=True), np.sort(["b", "a"]), np.argsort([3, 1, 2])
        np.lexsort(([1, 0], [2, 2]))
        np.load(imp("io").BytesIO(b"nothing")), np.loadtxt(imp("io").StringIO("1 2\\n3 4"))
        np.genfromtxt(["1,x", "2,3"], delimiter=","), np.savetxt("/tmp/a.txt", [1.5]), open("/tmp/a.txt").read()
        np.testing.assert_allclose([1, 2], [1, 2.1])
        imp("pickle").loads(imp("pickle").dumps(np.arange(3.0))), imp("copy").deepcopy(np.ones(2))
        np.lib.stride_tricks.sliding_window_view(np.arange(4), 2), np.broadcast_shapes((2, 1), (3,)), np.ix_([0], [1])
        np.bool_(1), np.float_
        np.__version__, np.show_runtime.__name__, sorted(np.__all__) == sorted(set(np.__all__))
    """,
    "Python": """
        hash(1.5), hash((1, None)) == hash((1, None)), hash(2**70), hash(float("inf"))
        [].pop()
        {}["x"], undefined_name
        "x" + 1
        int("x"), int("1" * 5000)
        imp("json").loads("{")
        imp("re").sub(r"(\\w)(\\d)", r"\\2\\1", "a1 b2"), imp("re").compile("(")
        imp("string").Template("$x").substitute()
        imp("unicodedata").name("π"), "ß".upper(), "İ".lower(), "é".encode(), b"\\xff".decode()
        imp("struct").pack("<hd", 1, 0.1), imp("zlib").crc32(b"x"), imp("hashlib").sha256(b"x").hexdigest()
        imp("base64").b64encode(b"x")
        imp("datetime").date(2026, 2, 29), imp("datetime").timedelta(1.5), imp("calendar").month(2026, 11)
        imp("textwrap").fill("some words of text", 9), imp("pprint").pformat({"b": 1, "a": [2] * 30})
        imp("locale").getlocale()
        imp("itertools").accumulate([1]).__next__(), imp("functools").reduce(lambda a, b: a - b, [9, 2])
        imp("operator").index(True)
        imp("collections").Counter("banana").most_common(1), imp("heapq").nsmallest(2, [3, 1, 2])
        imp("bisect").bisect([1, 2], 1)
        imp("inspect").signature(imp("json").dumps), imp("dis").opmap["CACHE"]
        imp("ast").dump(imp("ast").parse("x = 1"))
        imp("sys").version, imp("sys").path, imp("sys").argv, imp("sys").executable, imp("sys").prefix
        imp("sys").platform
        imp("sys").getrecursionlimit(), imp("sys").dont_write_bytecode, imp("sys").getswitchinterval()
        imp("sys").int_info, imp("sys").warnoptions
        imp("os").getcwd(), sorted(imp("os").environ.items()), imp("os").cpu_count(), imp("sys").getfilesystemencoding()
        imp("gc").isenabled(), imp("gc").get_threshold(), imp("warnings").filters
        imp("time").tzname, imp("time").timezone, imp("time").daylight, imp("time").strftime("%Z %z")
        imp("time").localtime(0), imp("datetime").datetime.fromtimestamp(0).astimezone()
        imp("time").mktime((2026, 7, 1, 12, 0, 0, 0, 0, -1))
        abs(imp("time").time() - imp("js").Date.now() / 1000) < 5, 0 <= imp("time").perf_counter() < 1e5
        __debug__, imp("enum").Enum("E", "a b")(2)
    """,
}


def split(text):
    """Each expression by itself: one that raises hides no other."""
    lines = [line.strip() for line in text.strip().splitlines()]
    trees = [ast.parse(line, mode="eval").body for line in lines]
    several = [
        isinstance(tree, ast.Tuple) and not line.startswith("(") for tree, line in zip(trees, lines, strict=True)
    ]
    return [
        ast.unparse(part)
        for tree, is_several in zip(trees, several, strict=True)
        for part in (tree.elts if is_several else [tree])
    ]


def change_a_byte(route):
    answer = route.fetch()
    body = bytearray(answer.body())
    body[len(body) // 2] ^= 1
    route.fulfill(response=answer, body=bytes(body))


@pytest.fixture(scope="module")
def restored(visit):
    page = visit(timezone_id=ZONE)
    pages.wake(page)
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"
    return page


@pytest.fixture(scope="module")
def plain(visit, dist):
    page = visit(timezone_id=ZONE)
    [manifest] = dist.glob("runtime/manifest.*.json")
    for start in json.loads(manifest.read_text())["starts"][:-1]:
        page.route(f"**/runtime/{start['files'][0]['path']}", change_a_byte)
    pages.wake(page)
    assert page.locator("html").get_attribute("data-python-start") == "plain"
    return page


def told(page, expressions):
    lines = pages.run(page, ASK + f"for expression in {expressions!r}:\n    print(json.dumps(told(expression)))")
    assert pages.state(page) == "done", lines
    return dict(zip(expressions, map(json.loads, lines.splitlines()), strict=True))


@pytest.mark.parametrize("kind", EXPRESSIONS)
def test_what_python_says_is_the_same(restored, plain, kind):
    expressions = split(EXPRESSIONS[kind])
    right = told(plain, expressions)
    said = told(restored, expressions)
    assert {
        expression: (said[expression], right[expression])
        for expression in said
        if said[expression] != right[expression]
    } == {}


DESCRIBE = """
import inspect, json, re, zlib
import numpy as np

def described(thing):
    try:
        signature = re.sub("0x[0-9a-f]+", "", str(inspect.signature(thing)))
    except (TypeError, ValueError) as error:
        signature = type(error).__name__
    inner = getattr(thing, "__wrapped__", thing)
    words = [signature, getattr(inner, "__text_signature__", None), inner.__doc__, thing.__doc__]
    return zlib.crc32(repr(words).encode())

things = {name: getattr(MODULE, name) for name in MODULE.__all__}
print(json.dumps({name: described(thing) for name, thing in things.items() if callable(thing)}))
"""
# What keeps no docstring in an image.
WITHOUT_WORDS = {"record", "show_config"}


@pytest.mark.parametrize("module", ["np", "np.linalg", "np.random", "np.fft"])
def test_signatures_and_docstrings_are_the_same(restored, plain, module):
    code = DESCRIBE.replace("MODULE", module)
    right, said = (json.loads(pages.run(page, code)) for page in (plain, restored))
    others = {name for name in right if said.get(name) != right[name]}
    assert len(right) > 10 and others - WITHOUT_WORDS == set()


IMPORT_ALL = """
import importlib, io, json, pkgutil, sys, warnings
import numpy
from contextlib import redirect_stdout

names = sorted(sys.stdlib_module_names - {"antigravity", "this"})
for package in (numpy, *map(importlib.import_module, ("json", "email", "xml", "asyncio"))):
    found = pkgutil.walk_packages(package.__path__, package.__name__ + ".", onerror=str)
    names += [name for _, name, _ in found]
faults, tried = {}, 0
for name in names:
    if name.endswith(("conftest", ".__main__")) or any(part in name for part in (".tests", ".f2py", "._pyinstaller")):
        continue
    tried += 1
    try:
        with warnings.catch_warnings(action="ignore"), redirect_stdout(io.StringIO()):
            importlib.import_module(name)
    except BaseException as error:
        faults[name] = f"{type(error).__name__}: {error}"
print(json.dumps([tried, faults]))
"""


def test_all_that_the_runtime_has_can_be_imported(restored, plain):
    right = json.loads(pages.run(plain, IMPORT_ALL))
    assert right[0] > 300 and len(right[1]) < right[0] / 4
    assert json.loads(pages.run(restored, IMPORT_ALL)) == right
