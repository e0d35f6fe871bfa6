"""Numbers that are none, too many of them, or one where several are wanted."""

import ast
import re
import sys

from kino.explain import values
from kino.explain.rules import Rules, told

RUN = Rules(ZeroDivisionError, ValueError, TypeError, OverflowError, RecursionError, AssertionError, StopIteration)


@RUN.on(r"(?:division|modulo|remainder).* by zero|by zero$|zero to a negative power")
def _zero(match, place):
    node = place.node
    right = node.right if place.is_a(ast.BinOp) else node.value if place.is_a(ast.AugAssign) else None
    if right is None or not place.is_last:
        return None
    if isinstance(right, ast.Constant):
        return told("Nothing can be divided by 0.")
    return told(f"{place.text(right)} is 0 here, and nothing can be divided by 0.")


@RUN.on(r"could not convert string to float: '(.*)'|invalid literal for int\(\) with base 10: '(.*)'")
def _literal(match, place):
    text = match[1] if match[1] is not None else match[2]
    if re.fullmatch(r"\s*[+-]?\d+,\d+\s*", text):
        return told(
            f"Python writes a decimal number with a point, {text.strip().replace(',', '.')}, and not with a comma."
        )
    if match[2] is not None and re.fullmatch(r"\s*[+-]?\d*\.\d*\s*", text) and any(map(str.isdigit, text)):
        return told(f"“{text}” is not a whole number. `float(…)` reads it, and `int(float(…))` cuts it off.")
    if not text.strip():
        return told("An empty text is not a number.")
    return told(f"The text “{text[:40]}” is not a number.") if len(text) < 200 else None


@RUN.on(r"(int|float)\(\) argument must be .*, not '(\w+)'|must be real number, not (\w+)")
def _argument(match, place):
    if not place.is_a(ast.Call) or not place.node.args or not place.is_last:
        return None
    node = place.node.args[0]
    kind = {"NoneType": "None", "list": "a list", "tuple": "a tuple", "dict": "a dictionary", "str": "text"}.get(
        match[2] or match[3]
    )
    return told(f"{place.text(node)} is {kind}, and {place.text(place.node.func)} takes one number.") if kind else None


@RUN.on(r"only (?:0-dimensional|length-1|size-1) arrays can be converted to Python scalars")
def _scalar(match, place):
    node = place.node
    if not place.is_a(ast.Call):
        return told("One number is wanted here, and this is an array of several. Choose one, as in `x[0]`.")
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    short = values.numpy_in(place.frame)
    numpy = vars(sys.modules["numpy"]) if "numpy" in sys.modules else {}
    if short and name in numpy and isinstance(node.func.value, ast.Name) and node.func.value.id in ("math", "cmath"):
        new = f"{short}.{name}"
        return told(
            f"{place.text(node.func)} takes one number. For a whole array there is `{new}`.",
            place.change(node.func, new),
        )
    named = place.text(node.args[0]) if node.args else "this"
    return told(f"{place.text(node.func)} makes one number, and {named} is an array of several.")


@RUN.on(r"truth value of an array")
def _truth(match, place):
    node = place.node
    if place.is_a(ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min", "sorted"):
        short, name = values.numpy_in(place.frame), node.func.id.replace("sorted", "sort")
        if short and len(node.args) == 1:
            fix = place.change(node.func, f"{short}.{name}")
            return told(
                f"Python's own `{node.func.id}` does not know the rows of an array. NumPy has `{short}.{name}`.", fix
            )
    around = [node, getattr(node, "parent", None)]
    both = next((each for each in around if isinstance(each, ast.BoolOp)), None)
    if both:
        sign = "&" if isinstance(both.op, ast.And) else "|"
        word = "and" if sign == "&" else "or"
        return told(
            f"`{word}` takes one True or False on each side, not arrays. Element by element it is `(…) {sign} (…)`, with the brackets."
        )
    if any(isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not) for each in around):
        return told("`not` takes one True or False, not an array. Element by element it is `~(…)`.")
    if not isinstance(node, ast.expr) or not place.is_last:
        return None
    what = "It" if place.is_a(ast.Call) else place.text(node)
    words = "is an array of many values, and one True or False is wanted here."
    if place.is_a(ast.Compare):
        words = "compares element by element and gives many times True or False; one is wanted here."
    return told(f"{what} {words} `(…).all()` asks whether all are true, `(…).any()` whether at least one is.")


@RUN.on(r"maximum recursion depth exceeded")
def _recursion(match, place):
    name = place.frame.f_code.co_name
    if place.is_top or name == "<lambda>":
        return None
    return told(
        f"`{name}` calls itself again and again and never comes to an end. It needs a case in which it returns without calling itself."
    )


@RUN.on(r"math domain error|expected a (?:nonnegative|positive) input")
def _domain(match, place):
    if not place.is_a(ast.Call) or not place.is_last:
        return None
    name = place.text(place.node.func)
    what = (
        "a number that is 0 or more"
        if "nonnegative" in place.message or "sqrt" in name
        else "a number in the range in which it is defined"
    )
    what = "a number above 0" if "log" in name else what
    return told(f"{name} needs {what}.")


@RUN.on(r"math range error|Result not representable|Numerical result out of range|int too large to convert to float")
def _range(match, place):
    return told("The result is too large for a number with decimals: they end at about 1.8 × 10³⁰⁸.")


@RUN.on(
    r"(max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)|zero-size array to reduction|get arg(?:max|min) of an empty"
)
def _empty(match, place):
    if not place.is_a(ast.Call):
        return None
    node = place.node
    what = node.args[0] if node.args else node.func.value if isinstance(node.func, ast.Attribute) else None
    return told(f"{place.text(what)} is empty: there is nothing to choose from.") if what is not None else None


@RUN.on(r"list\.(?:remove|index)\(x\): x not in list|is not in (?:list|deque)|substring not found")
def _absent(match, place):
    if (
        not place.is_a(ast.Call)
        or not isinstance(place.node.func, ast.Attribute)
        or not place.node.args
        or not place.is_last
    ):
        return None
    return told(f"{place.text(place.node.args[0])} does not occur in {place.text(place.node.func.value)}.")


@RUN.on(r"^")
def _check(match, place):
    around = [place.node, getattr(place.node, "parent", None)]
    check = next((each for each in around if isinstance(each, ast.Assert)), None)
    if type(place.error) is AssertionError and check and place.is_last:
        return told(f"{place.text(check.test)} is not true here, and `assert` says that it must be.")
    if type(place.error) is StopIteration and place.is_a(ast.Call) and place.is_last:
        return told("`next` was called, and nothing is left to give.")
    return None
