"""The Attention lesson with something of everything in it, as a reader leaves it after an hour."""

from tests.browser import pages
from tests.browser import test_exercise as exercises
from tests.browser.test_predict import asked, bar, reveal

WORKED = """import numpy as np
Q = np.array([[1.0, 2], [3, 4]])
print(Q)
def f():
    return np.linalg.inv(np.ones((2, 3)))
f()"""


def work(page):
    """Predict, be wrong in an exercise and ask for help, run into an error with a variable unfolded, get a picture."""
    asked(page)
    bar(page, "vermilion").fill("0.6")
    reveal(page)
    exercises.check(page, exercises.UNSUMMED)
    exercises.summary(page, "Hint 1 of 2").click()
    exercises.summary(page, "Solutions").click()
    pages.run(page, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('A line')\nplt.show()", pages.SECOND)
    pages.run(page, WORKED)
    pages.cell(page).locator(".variables summary").click()
    pages.cell(page).locator(".variables-body").get_by_role("button", name="Q", exact=True).click()
    pages.cell(page).locator(".heatmap").wait_for()
    pages.cell(page).locator(".error details summary").click()
    return page
