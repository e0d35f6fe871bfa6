// The form of a link: `kino=` and, in base64url, the gzipped JSON of {v: 1, at, figures: {id: {control: value}}, cells: {id: code}}.
// gzip's checksum tells when something is missing or changed.

const MARK = "kino=";
const MOST_BYTES = 200_000;

// The part of an address after "#", for what it holds.
export async function encode({ at, figures, cells }) {
  const json = new Blob([JSON.stringify({ v: 1, at, figures, cells })]);
  const packed = new Response(json.stream().pipeThrough(new CompressionStream("gzip")));
  return MARK + toBase64url(new Uint8Array(await packed.arrayBuffer()));
}

// Whether the part of an address after "#" is of this form, whole or not.
export function isLink(fragment) {
  return fragment.startsWith(MARK);
}

// What encode() was given. Throws where the link is damaged, or of another version, or holds more than a page could.
export async function decode(fragment) {
  const bytes = fromBase64url(fragment.slice(MARK.length));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const link = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await atMost(MOST_BYTES, stream)));
  if (link?.v !== 1) throw new Error("a link of another version");
  const { at = "", figures = {}, cells = {} } = link;
  const isWell = typeof at === "string" && isTable(figures) && isTable(cells) && Object.values(figures).every(isTable) && Object.values(cells).every(isText);
  if (!isWell) throw new Error("not what a link holds");
  const codes = Object.entries(cells).map(([id, code]) => [id, code.replace(/\r\n?/g, "\n")]);
  return { at, figures, cells: Object.fromEntries(codes) };
}

async function atMost(limit, stream) {
  const chunks = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    chunks.push(value);
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Error("more than a link may hold");
    }
  }
}

function toBase64url(bytes) {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(text) {
  if (!/^[\w-]+$/.test(text)) throw new Error("not base64url");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value) {
  return typeof value === "string";
}
