"""What a site contains, for machines: a CycloneDX list with versions, licences and digests. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from kino_build.licences import Licence

FILE = "sbom.cdx.json"
SPECIFICATION = "1.6"
LICENCE_ID = re.compile(r"[A-Za-z0-9.+-]+")


def bill(title: str, licences: Iterable[Licence], kino: str) -> bytes:
    """The list of the site `title`: the parts that `licences` names, and kino. kino: the SHA-256 of its Python, in hex.

    The form is that of https://cyclonedx.org/docs/1.6/json/; the same parts give the same bytes.
    """
    own = Licence("kino", kino[:12], "MIT", "", "", digest=("SHA-256", kino))
    content = {
        "$schema": f"http://cyclonedx.org/schema/bom-{SPECIFICATION}.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "version": 1,
        "metadata": {"component": {"type": "application", "name": title, "bom-ref": "the site"}},
        "components": [_component(one) for one in (own, *licences)],
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _component(one: Licence) -> dict:
    found = {"type": "library", "name": one.name, "version": one.version, "licenses": [_licence(one.licence)]}
    if one.purl:
        found |= {"purl": one.purl, "bom-ref": one.purl}
    if one.digest:
        algorithm, content = one.digest
        found["hashes"] = [{"alg": algorithm, "content": content}]
    if one.url:
        found["externalReferences"] = [{"type": "website", "url": one.url}]
    return found


def _licence(name: str) -> dict:
    """An SPDX expression, one licence of SPDX, or whatever a package says in its own words."""
    parts = re.split(r" (?:AND|OR|WITH) ", name.replace("(", "").replace(")", ""))
    if not all(LICENCE_ID.fullmatch(part) for part in parts):
        return {"license": {"name": name}}
    return {"expression": name} if len(parts) > 1 else {"license": {"id": name}}
