"""The cells of a page, for tests: run one, and look at what came of it."""

import asyncio

from kino import cell


class Page:
    """The cells of a page: one namespace, and what came out of the last run."""

    def __init__(self):
        self.namespace = {"__name__": "__main__"}
        self.sent = []

    def start(self, source, name="a", **options):
        self.sent = []
        return cell.run(source, self.namespace, name=name, emit=lambda *item: self.sent.append(item), **options)

    def run(self, source, name="a", **options):
        outcome = self.start(source, name, **options)
        return asyncio.run(outcome) if asyncio.iscoroutine(outcome) else outcome

    def error(self, source, name="a"):
        outcome = self.run(source, name)
        assert outcome["status"] == "error", outcome
        return outcome["error"]

    def shown(self, source, kind="out"):
        """What a cell that ends well sends of one kind, in one piece."""
        assert self.run(source) == {"status": "done"}
        return "".join(text for sent, text in self.sent if sent == kind)
