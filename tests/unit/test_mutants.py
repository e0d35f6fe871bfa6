"""The tool that asks whether the tests would notice: which faults it makes, and how it counts what came of them."""

import ast

from tests.mutants import fault, operators, results
from tests.mutants.fault import Fault
from tests.mutants.results import CAUGHT, EQUIVALENT, HUNG, SURVIVED, Result

SOURCE = '''"""A module."""
import math

def half(x, scaled=True):
    """Half."""
    if x < 1 and scaled:
        raise ValueError(f"not {x}")
    check(x)
    return math.sqrt(-x) / 2
'''
MADE = {
    "half": {
        "x <= 1 and scaled",
        "x >= 1 and scaled",
        "x < 2 and scaled",
        "x < 0 and scaled",
        "x < 1 or scaled",
        "x < 1",
        "scaled",
        "not (x < 1 and scaled)",
    },
    "return": {
        "math.sqrt(-x) * 2",
        "math.sqrt(x) / 2",
        "-x / 2",
        "math.sqrt(-x)",
        "math.sqrt(-x) / 3",
        "math.sqrt(-x) / 1",
    },
    "others": {
        "pass",
        "def half(x, scaled=False):",
        "raise ValueError(f'not ')",
        "raise TypeError(f'not {x}')",
        "raise f'not {x}'",
        "x",
    },
}


def made():
    tree = ast.parse(SOURCE)
    return tree, operators.mutants(tree, "half.py")


def test_every_operator_bound_number_and_call_has_its_faults():
    _, mutants = made()
    heads = {mutant.after.removeprefix("if ").rstrip(":") for mutant in mutants if mutant.before.startswith("if")}
    assert heads == MADE["half"]
    returns = {mutant.after.removeprefix("return ") for mutant in mutants if mutant.before.startswith("return")}
    assert returns == MADE["return"]
    others = {mutant.after for mutant in mutants if mutant.before.startswith(("raise", "check", "def"))}
    assert others == MADE["others"]
    assert {mutant.place for mutant in mutants} == {"", "half"}


def test_a_fault_is_in_the_tree_while_it_is_tried_and_no_longer():
    tree, mutants = made()
    before = ast.unparse(tree)
    for mutant in mutants:
        with mutant.applied():
            compile(ast.fix_missing_locations(tree), "half.py", "exec")
            assert ast.unparse(tree) != before
        assert ast.unparse(tree) == before


def test_what_hangs_is_noticed_and_what_is_equivalent_is_not_counted():
    found = [Result("a", "1", CAUGHT), Result("a", "2", HUNG), Result("b", "3", SURVIVED), Result("b", "4", EQUIVALENT)]
    assert results.share(found) == 2 / 3
    *_, of_b, of_all = results.table(found).splitlines()
    assert of_b.split() == ["b", "2", "0", "1", "1", "0.0", "%"]
    assert of_all.split() == ["all", "4", "2", "1", "1", "66.7", "%"]


def test_one_survivor_of_the_core_is_too_many_and_elsewhere_one_in_ten_is_not():
    caught = [Result("builder", str(i), CAUGHT) for i in range(9)]
    assert results.is_enough([*caught, Result("builder", "9", SURVIVED)])
    assert not results.is_enough([*caught[1:], Result("builder", "9", SURVIVED)])
    assert not results.is_enough([*caught, Result("core", "9", SURVIVED)])


def test_a_fault_whose_text_is_not_there_is_named(tmp_path):
    (tmp_path / "site/js").mkdir(parents=True)
    (tmp_path / "site/js/a.js").write_text("one two two")
    faults = [Fault("site/js/a.js", old, "x", "tests/unit/test_x.py") for old in ("one", "two", "three")]
    found = fault.stale(faults, tmp_path)
    assert len(found) == 2 and "'two'" in found[0] and "'three'" in found[1]
    assert faults[0].area == "page scripts" and not faults[0].needs_site
