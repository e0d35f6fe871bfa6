"""What Reset takes back of a cell's runs, and what it leaves."""

import weakref

import numpy as np
import pytest

from kino.memory import Memory, look


class Page:
    """Names, and what cells do to them: page.run(cell, x=1), page.drop(cell, "x"), page.forget(cell)."""

    def __init__(self, **names):
        self.names, self.memory = names, Memory()

    def run(self, cell, **bound):
        before = look(self.names)
        self.names.update(bound)
        self.memory.note(cell, before, self.names)

    def drop(self, cell, *names):
        before = look(self.names)
        for name in names:
            del self.names[name]
        self.memory.note(cell, before, self.names)

    def forget(self, cell):
        return self.memory.forget(cell, self.names)


def test_a_new_name_goes_and_an_old_one_gets_its_value_again():
    page = Page(np="numpy")
    page.run("a", np=None, x=1)
    assert page.forget("a") == ["np"] and page.names == {"np": "numpy"}


def test_a_builtin_that_was_covered_is_said_to_be_back():
    page = Page()
    page.run("a", print=5, x=1)
    assert page.forget("a") == ["print"] and page.names == {}


def test_a_name_that_was_deleted_comes_back():
    page = Page(x=1)
    page.drop("a", "x")
    assert page.forget("a") == ["x"] and page.names == {"x": 1}


def test_many_runs_are_taken_back_together_and_only_those_since_the_last_reset():
    page = Page(x=0)
    page.run("a", x=1)
    page.run("a", x=2, y=2)
    page.forget("a")
    assert page.names == {"x": 0}
    assert page.forget("a") == [] and page.names == {"x": 0}
    page.run("a", x=3)
    page.forget("a")
    assert page.names == {"x": 0}


def test_what_another_cell_has_changed_since_stays():
    page = Page(x=0)
    page.run("a", x=1, y=1)
    page.run("b", x=2)
    assert page.forget("a") == [] and page.names == {"x": 2}
    # And what b goes back to is not the value of the cell that was reset.
    page.forget("b")
    assert page.names == {"x": 0}


def test_only_the_cells_own_changes_are_taken_back():
    page = Page()
    page.run("a", x=1)
    page.run("b", x=2)
    page.run("a", x=3)
    page.forget("a")
    assert page.names == {"x": 2}
    page.forget("b")
    assert page.names == {}


def test_the_same_value_again_is_no_change():
    page = Page(x=1)
    page.run("a", x=1)
    assert page.forget("a") == [] and page.names == {"x": 1}


@pytest.mark.parametrize("name", ["__builtins__", "__name__"])
def test_pythons_own_names_are_not_the_cells(name):
    page = Page()
    page.run("a", **{name: 1})
    page.forget("a")
    assert page.names == {name: 1}


def test_a_large_value_is_not_kept_alive():
    page = Page()
    large = np.ones(2_000_000)
    alive = weakref.ref(large)
    page.run("a", x=large, y=1)
    del large
    page.run("b", x=None, y=None)
    assert alive() is None
    page.forget("b")
    assert page.names == {"y": 1}


def test_what_is_taken_back_is_forgotten():
    page = Page()
    for i in range(100):
        page.run(f"cell {i % 3}", x=object())
    assert len(page.memory._layers["x"]) == 4
    for i in range(3):
        page.forget(f"cell {i}")
    assert page.memory._layers == {} and page.names == {}


def test_a_key_that_is_no_text_is_left_alone():
    page = Page()
    page.names[5] = 1
    page.run("a", x=1)
    page.forget("a")
    assert page.names == {5: 1}
