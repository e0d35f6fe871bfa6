"""What only the browser can offer to a cell's code: whether Stop was pressed, waiting, and asking the reader."""

from kino import loops


class Host:
    """Made of what the worker offers: is_stopped, missed(cancelled), can_run_sync, run_sync; sleep(ms) and
    ask(prompt) give awaitables."""

    def __init__(self, offers):
        self._offers = offers

    def check(self):
        """Raise KeyboardInterrupt where Stop was pressed."""
        if self._offers.is_stopped():
            raise KeyboardInterrupt

    def missed(self, cancelled):
        """Say that an interrupt met other code than the run's: what the run waits for ends. Where it waits for nothing,
        and no task of it was `cancelled`, the interrupt comes again."""
        self._offers.missed(cancelled)

    def can_wait(self):
        """Whether `block`, `wait` and `ask` work: the browser can switch stacks, and Python was called with that."""
        return self._offers.can_run_sync()

    def block(self, awaitable):
        """What `awaitable` comes to. Meanwhile messages are read and the browser's tasks go on."""
        with loops.browsers():
            return self._offers.run_sync(awaitable)

    def wait(self, ms):
        """Let `ms` milliseconds pass; True where Stop was pressed meanwhile. Output so far is seen first."""
        with loops.browsers():
            return self._offers.run_sync(self._offers.sleep(ms))

    def ask(self, prompt):
        """The reader's line, without its end; None where Stop was pressed instead."""
        with loops.browsers():
            return self._offers.run_sync(self._offers.ask(prompt))
