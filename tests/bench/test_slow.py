import subprocess
import sys
import time

import pytest

from tests.bench import processes
from tests.bench.slow import freezing


@pytest.mark.skipif(not processes.PROC.exists(), reason="only Linux tells the state of a process")
def test_a_slow_group_stands_still_now_and_then_and_goes_on_in_the_end():
    with subprocess.Popen(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(600)"],
        start_new_session=True,
        stdout=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        try:
            with freezing(process.pid):
                _until(lambda: processes.is_stopped(process.pid))
                _until(lambda: not processes.is_stopped(process.pid))
            _until(lambda: not processes.is_stopped(process.pid))
            assert process.poll() is None
        finally:
            process.kill()


def _until(test):
    end = time.monotonic() + 60
    while not test():
        assert time.monotonic() < end
