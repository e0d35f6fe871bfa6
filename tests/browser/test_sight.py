"""For eyes that see otherwise: colour vision, forced colours, more contrast, less motion; and where the focus is."""

import io
from itertools import combinations

import pytest
from PIL import Image

from tests.browser import editing, pages
from tests.browser.states import work
from tests.browser.test_access import complaints, source_of_axe

pytestmark = pytest.mark.long

# As Chromium's developer tools simulate them.
VISIONS = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
KEYS = 4


def shot(page, css):
    """A picture of the first element that matches."""
    return Image.open(io.BytesIO(page.locator(css).first.screenshot(animations="disabled", caret="hide"))).convert(
        "RGB"
    )


def linear(channel):
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour):
    return sum(weight * linear(channel) for weight, channel in zip((0.2126, 0.7152, 0.0722), colour, strict=True))


def contrast(one, other):
    """Of two colours, as WCAG measures it: 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour):
    red, green, blue = map(linear, colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def difference(one, other):
    """Of two colours, as CIE 1976 measures it: 2.3 can just be noticed."""
    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


def most(picture):
    """The colour of most of a picture."""
    return max(picture.getcolors(picture.width * picture.height))[1]


def icons_of(page):
    """The colours of the four keys' signs, each from its middle."""
    pictures = [Image.open(io.BytesIO(icon.screenshot())) for icon in page.locator(".turning-query .icon").all()]
    return [most(picture.convert("RGB").crop((6, 6, 10, 10))) for picture in pictures]


# Colour vision


@pytest.fixture(scope="module")
def even(visit):
    """The first figure with four equal weights: all bars and all parts of the strip are wide."""
    page = visit()
    pages.wake(page)
    pages.turn(page, length=0)
    return page


@pytest.fixture
def seen_with(even):
    """seen_with(vision): the page as it is seen with it."""
    session = even.context.new_cdp_session(even)
    yield lambda vision: session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    session.detach()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_the_four_keys_are_told_apart(even, seen_with, vision, scheme):
    even.emulate_media(color_scheme=scheme)
    before = icons_of(even)[0]
    seen_with(vision)
    card = most(shot(even, ".turning-query thead"))
    icons = icons_of(even)
    assert len(icons) == KEYS and icons[0] != before, "nothing is simulated"
    for colour in icons:
        # Beside each stands its name in ink, so this may be less than for eyes that see all colours: 3, as in tokens.
        assert contrast(colour, card) >= 2.5, (colour, card)
    if vision != "achromatopsia":
        assert min(difference(*pair) for pair in combinations(icons, 2)) >= 10, icons
    # Without colours at all, patterns tell: the first is flat, and the others differ from it and from each other.
    strip = shot(even, ".turning-query .strip").convert("L")
    quarter = strip.width // KEYS
    parts = [strip.crop((i * quarter + 4, 2, (i + 1) * quarter - 4, strip.height - 2)) for i in range(KEYS)]
    lows, highs = zip(*(part.getextrema() for part in parts), strict=True)
    assert highs[0] - lows[0] < 8 and all(high - low > 40 for low, high in zip(lows[1:], highs[1:], strict=True))
    signs = [
        part.resize((64, 16)).point(lambda value, low=low: value > low + 20)
        for part, low in zip(parts, lows, strict=True)
    ]
    rows = [sign.tobytes() for sign in signs]
    for one, other in combinations(rows, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 64, "two patterns look alike"


def test_each_key_has_a_name_a_sign_and_a_shape_of_its_own(even):
    told = even.evaluate(
        """() => [...document.querySelectorAll(".turning-query tbody tr")].map((row) => [
          row.querySelector("th").textContent.trim(), row.querySelector(".icon").innerHTML,
          row.querySelector(".bar").innerHTML.replace(/fill="[^"]*"/, ""),
        ])"""
    )
    markers = even.evaluate(
        "[...document.querySelectorAll('.turning-query .marker')].map((marker) => marker.firstElementChild.outerHTML)"
    )
    for column in (*zip(*told, strict=True), markers):
        assert len(set(column)) == KEYS, column


# Forced colours


@pytest.fixture(scope="module", params=["light", "dark"])
def forced(visit, request):
    """The lesson in a contrast theme, after some work."""
    return work(visit(forced_colors="active", color_scheme=request.param, has_touch=True))


def test_forced_colours_leave_nothing_unreadable(forced):
    assert complaints(forced, source_of_axe()) == []


def test_in_forced_colours_the_hand_and_the_values_are_seen(forced):
    dial = shot(forced, ".turning-query .dial")
    card, ink = (
        most(dial),
        forced.evaluate("getComputedStyle(document.body).color.match(/\\d+/g).slice(0, 3).map(Number)"),
    )
    assert contrast(card, ink) > 7
    hub = forced.locator(".turning-query .stem").bounding_box()
    box = forced.locator(".turning-query .dial").bounding_box()
    middle = (hub["x"] - box["x"] + hub["width"] / 2, hub["y"] - box["y"] + hub["height"] / 2)
    assert contrast(dial.getpixel(tuple(map(round, middle))), card) > 3, "the hand is not seen"
    words = forced.locator("kino-figure [data-words]").inner_text()
    swatch = most(shot(forced, ".turning-query .blend > .swatch"))
    assert "#" + bytes(swatch).hex() in words, "the answer's colour is not itself"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (".toggle input:checked", ".toggle input:not(:checked)"),
        (".cm-line.marked", ".cm-line:not(.marked)"),
    ],
)
def test_in_forced_colours_what_is_on_differs_from_what_is_off(forced, one, other):
    if "toggle" in one:
        first = shot(forced, one)
        pages.slider(forced, "scaled").press("Space")
        second = shot(forced, other)
        pages.slider(forced, "scaled").press("Space")
        assert first.tobytes() != second.tobytes()
    else:
        assert forced.locator(one).first.evaluate("line => getComputedStyle(line).outlineStyle") == "solid"
        assert forced.locator(other).first.evaluate("line => getComputedStyle(line).outlineStyle") == "none"


@pytest.mark.parametrize("css", ["[data-action=run]", "[data-action=check]", "[data-again]"])
def test_in_forced_colours_the_words_on_buttons_are_seen(forced, css):
    """The browser may lay a ground of its own behind words, of the colour that they have."""
    button = shot(forced, css).convert("1", dither=Image.Dither.NONE)
    row = button.crop((0, button.height // 2, button.width, button.height // 2 + 1)).tobytes()
    bits = "".join(f"{byte:08b}" for byte in row)
    assert bits.count("01") + bits.count("10") > 6


def test_in_forced_colours_masked_chosen_and_picked_are_seen(visit):
    page = visit(pages.SECOND_LESSON, forced_colors="active")
    for one, other in (
        (
            "kino-figure[name=attention-map] .heatmap .cell.masked",
            "kino-figure[name=attention-map] .heatmap .cell:not(.masked)",
        ),
        (".masked-softmax .mask td.masked", ".masked-softmax .mask td.kept:not(:has(.handle))"),
        (
            "kino-figure[name=attention-map] .choice label:has(:checked)",
            "kino-figure[name=attention-map] .choice label:not(:has(:checked))",
        ),
        (".scoring-functions td.pick", ".scoring-functions td.other"),
    ):
        pictures = [shot(page, css) for css in (one, other)]
        colours = [sorted(picture.resize((8, 8)).getcolors(64), reverse=True) for picture in pictures]
        assert colours[0] != colours[1], one
    numbers = page.locator("kino-figure[name=attention-map] .heatmap tr.read .shown").first
    chip = Image.open(io.BytesIO(numbers.screenshot())).convert("RGB")
    light, dark = (limit(chip.getdata(), key=luminance) for limit in (max, min))
    assert contrast(light, dark) > 7, "the number on its square cannot be read"


def test_in_forced_colours_the_option_that_is_chosen_is_seen(forced):
    editing.write(forced, "pr|")
    editing.ask_for_options(forced, "print")
    forced.keyboard.press("ArrowDown")
    chosen, other = (
        most(shot(forced, f"{editing.POPUP} li{which}")) for which in ("[aria-selected]", ":not([aria-selected])")
    )
    assert contrast(chosen, other) > 1.3
    forced.keyboard.press("Escape")


# More contrast, less motion


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_more_contrast_all_words_stand_out(visit, scheme):
    page = visit(color_scheme=scheme, contrast="more")
    pale = page.evaluate(
        "css => [...document.querySelectorAll(css)].map((node) => getComputedStyle(node).color)",
        ".words, .source, .cell-hint, .cell-foot, .kicker, .why-line, footer a",
    )
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert set(pale) == {ink}


def test_nothing_moves_by_itself(awake):
    """Pages are visited with reduced motion, if a test does not say otherwise."""
    pages.run(awake, "1 / 0")
    pages.open_editor(awake)
    awake.keyboard.press("a")
    moving = awake.evaluate(
        """() => [
          ...document.getAnimations().map(({effect}) => `${effect.target.className} is animated`),
          ...[...document.querySelectorAll("*")]
            .filter((node) => parseFloat(getComputedStyle(node).transitionDuration) > 0)
            .map((node) => node.cloneNode(false).outerHTML),
        ]"""
    )
    assert moving == []
    assert awake.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


# The focus


_STOPS = """() => {
  const kinds = new Map();
  for (const node of document.querySelectorAll("a[href], button, input, summary, [tabindex='0'], .cm-content")) {
    if (node.disabled || !node.checkVisibility({visibilityProperty: true})) continue;
    // The editor takes the place of the code in the page as soon as that has the focus.
    if (node.matches(".skip, [data-code] pre")) continue;
    const {localName, className, type = "", dataset} = node;
    const parent = node.parentElement.className.split(" ")[0];
    const own = String(className).replace(/ͼ\\S+/g, "");
    const kind = [localName, type, own, Object.keys(dataset)[0] ?? "", parent].join(" ");
    if (!kinds.has(kind)) kinds.set(kind, node);
  }
  window.stops = [...kinds.values()];
  return [...kinds.keys()];
}"""


@pytest.fixture(scope="module")
def worked(visit):
    return work(visit(has_touch=True))


@pytest.mark.parametrize("mode", ["light", "dark", "forced"])
def test_whatever_has_the_focus_shows_it(worked, mode):
    scheme, forced = ("light", "active") if mode == "forced" else (mode, "none")
    worked.emulate_media(color_scheme=scheme, forced_colors=forced)
    # After a key, the browser shows the focus wherever it goes.
    worked.keyboard.press("Shift")
    kinds = worked.evaluate(_STOPS)
    assert len(kinds) > 20
    silent = []
    for i, kind in enumerate(kinds):
        box = worked.evaluate(
            """i => {
              stops[i].scrollIntoView({block: "center"});
              const {x, y, width, height} = stops[i].getBoundingClientRect();
              return {x: x - 6, y: y - 6, width: Math.min(width + 12, 900), height: Math.min(height + 12, 400)};
            }""",
            i,
        )
        pictures = []
        for act in ("stops[i].focus({preventScroll: true, focusVisible: true})", "document.activeElement.blur()"):
            worked.evaluate(f"i => {{ {act} }}", i)
            pictures.append(worked.screenshot(clip=box, animations="disabled", caret="hide"))
        if pictures[0] == pictures[1]:
            silent.append(kind)
    assert silent == []
