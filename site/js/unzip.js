// Reads a zip archive, a member at a time, so that whoever else wants the thread gets it in between.

const END = 0x06054b50;
const DEFLATED = 8;

// Yields [name, Uint8Array] of each file. buffer: the archive.
export async function* unzip(buffer) {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (view.getUint32(end, true) !== END) end--;
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    const start = view.getUint32(at + 42, true);
    const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const packed = new Uint8Array(buffer, from, view.getUint32(at + 20, true));
    // A copy, or one small file would keep the whole archive in memory.
    if (!name.endsWith("/")) yield [name, view.getUint16(at + 10, true) === DEFLATED ? await inflate(packed) : packed.slice()];
    at += 46 + nameLength + extraLength + commentLength;
  }
}

async function inflate(bytes) {
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
