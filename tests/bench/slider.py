"""From the slider's event to the picture in the page: film and live, at full speed and with the page slowed."""

from playwright.sync_api import Browser, CDPSession

from .chromium import Tab, WrongResult, visitor
from .start import CODE, check_asleep

SLOWER = 4


def measure(browser: Browser, url: str, count: int) -> dict[tuple[str, int], list[float]]:
    """ms of `count` turns each of the page's first figure: (film or live, how much slower) → times.

    Raises WrongResult if a turn shows no new picture, or one from the other source.
    """
    times = {}
    with visitor(browser) as context:
        tab = Tab(context, url)
        devtools = context.new_cdp_session(tab.page)
        # With save data on, a touch of the slider does not wake Python: the film goes on playing.
        devtools.send("Emulation.setDataSaverOverride", {"dataSaverEnabled": True})
        for slower in (1, SLOWER):
            times["film", slower] = _turn(tab, devtools, "film", slower, count)
        check_asleep(tab)
        tab.probe("runCell", CODE)
        tab.probe("untilReady")
        for slower in (1, SLOWER):
            times["live", slower] = _turn(tab, devtools, "live", slower, count)
    return times


def _turn(tab: Tab, devtools: CDPSession, source: str, slower: int, count: int) -> list[float]:
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    turns = tab.probe("turnFigure", count)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    wrong = [turn for turn in turns if turn["source"] != source or not turn["isNew"]]
    if wrong or len(turns) != count:
        raise WrongResult(f"{tab.page.url}: {len(wrong)} of {len(turns)} turns are not {source}: {wrong[:1]}")
    return [turn["ms"] for turn in turns]
