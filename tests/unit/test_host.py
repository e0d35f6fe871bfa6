"""What the browser offers, as kino sees it, with a browser made of plain functions."""

from types import SimpleNamespace

import pytest

from kino.host import Host


def test_waiting_and_asking_block_on_what_the_browser_hands_back():
    offers = SimpleNamespace(run_sync=lambda promise: promise.pop(), sleep=lambda ms: [ms > 99], ask=lambda p: [p * 2])
    host = Host(offers)
    assert host.wait(100) is True and host.wait(5) is False
    assert host.ask("ab") == "abab"


def test_stop_is_asked_for_where_python_computes():
    answers = [False, True]
    host = Host(SimpleNamespace(is_stopped=lambda: answers.pop(0), can_run_sync=lambda: True))
    assert host.can_wait()
    host.check()
    with pytest.raises(KeyboardInterrupt):
        host.check()
