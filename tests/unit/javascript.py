"""Runs the page's pure modules in Node, for tests of what they give back."""

import json
import subprocess
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "site/js"


def run(module, body, argument=None):
    """What `body` returns (or resolves to), a function's text: `m` is a module of site/js, `input` the argument."""
    script = f"""
      import * as m from {json.dumps((SCRIPTS / module).as_uri())};
      import {{readFileSync}} from "node:fs";
      const input = JSON.parse(readFileSync(0, "utf-8"));
      const work = async () => {{ {body} }};
      console.log(JSON.stringify(await work()) ?? "null");
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=json.dumps(argument),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
