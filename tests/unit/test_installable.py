"""What browsers ask of a site that can be installed."""

import io
import json

from PIL import Image

from kino_build import installable
from kino_build.course import Course


def test_the_manifest_names_the_course_and_icons_that_are_there(site, pages):
    manifest = json.loads(site[installable.MANIFEST])
    assert manifest["name"] == pages["index.html"].inside["title"][0].strip()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("index.html", "./", "standalone")
    sizes = {}
    for icon in manifest["icons"]:
        content = site[icon["src"]]
        if icon["type"] == "image/png":
            sizes[icon["src"]] = Image.open(io.BytesIO(content)).size
            assert icon["sizes"] == "{}x{}".format(*sizes[icon["src"]])
    assert sorted(sizes.values()) == [(192, 192), (512, 512), (512, 512)]
    assert [icon.get("purpose") for icon in manifest["icons"]].count("maskable") == 1


def test_what_course_yml_leaves_out_is_left_out():
    manifest = json.loads(installable.manifest(Course("C", "", "de", ()), "assets/1/"))
    assert "description" not in manifest and manifest["lang"] == "de"


def test_any_title_reaches_the_service_worker_as_it_is():
    script = installable.service("run();", build="12", absent="</script>\"'\n\u2028ü").decode()
    told = json.loads(script.removeprefix("self.kino=").partition(";\nrun")[0])
    assert told == {"build": "12", "absent": "</script>\"'\n\u2028ü"}
