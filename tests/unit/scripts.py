"""Runs modules of site/js in Node, for tests."""

import json
import subprocess
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "site/js"


def run(script, *arguments):
    """What the body of an async function returns: load(name) imports a module of site/js, `given` are the arguments."""
    load = f"const load = (name) => import({json.dumps(SCRIPTS.as_uri())} + '/' + name);"
    source = f"{load} const given = {json.dumps(arguments)}; const answer = await (async () => {{ {script} }})();"
    source += "process.stdout.write(JSON.stringify(answer));"
    done = subprocess.run(
        ["node", "--input-type=module", "-"], input=source, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
