// Every message between the page, the sealed frame and the worker. Strings and plain JSON, and bytes of files.
//
// page → frame
//   start    {worker, way}            the worker's source, and how it is to start Python
//   file     {name, bytes}            a file for that: they come one by one, before and after `start`
//   wake     {}                       Python may go on from what was made ready to what answers
//   call     {id, kind, payload}      kind and JSON payload of kino.bridge.handle; answered once by `answer`
//   supply   {id, files, error}       the packages that call `id` needs, or why they could not be had
//   stop     {id}                     interrupt call `id`
//   reply    {id, text}               the reader's line, for which call `id` asked
//   restart  {}                       end the worker; the spare takes its place, or another that is started from the same files
//   spare    {isWhole}                start a worker in the background, to take the place of the present one; isWhole: to its end
//   ping     {n}                      answered by `pong`, unless Python computes
//   port     {port}                   for the worker that has said `ready`: the end of a channel to the page, past the frame
// page → worker, through that port
//   draw     {id, payload}            a call of kind `draw`, answered once by `answer`: with null while a cell runs
// frame → worker: the same, with blob addresses added, and files as they are wanted: start {way}, call {…, lifeline},
//   file {name, content}              a script's address, a WebAssembly.Module, or bytes
// worker → frame → page; the frame adds `worker`, which of its workers it was. Through the port come answers only.
//   open     {}                       the frame listens
//   stage    {stage}                  starting Python has come to this stage: one of STAGES
//   ready    {}                       calls are answered from now on
//   items    {id, items}              output of call `id`, in order; see ITEM
//   need     {id, packages}           call `id` waits for these packages; 0: no call waits, they are for later
//   ask      {id, prompt}             call `id` waits for a line from the reader; answered by `reply`, or never
//   whole    {}                       all of Python is here: what could not be drawn before now can
//   answer   {id, payload, memory}    JSON text; the bytes of memory that Python has taken, where it is known
//   pong     {n}                      the answer to `ping`
//   fatal    {text, isFinal}          the interpreter is lost; whether no other start could do better
// of the frame's own:
//   dropped  {id}                     a message was not of this list; id: of the call that it would have answered, or null
//   flood    {}                       the worker sent more than a page can take, and was ended

export const STAGES = ["core", "numpy", "kino"];

const isText = (value, most) => typeof value === "string" && value.length <= most;
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isList = (value, most, test) => Array.isArray(value) && value.length <= most && value.every(test);
// A name that is no text may be something that cannot become one.
const isOf = (table, name) => typeof name === "string" && Object.hasOwn(table, name);

const LONGEST_TEXT = 200_000;
const LONGEST_PROMPT = 10_000;
const MOST_RUNS = 10_000;
const LONGEST_ANSWER = 4_000_000;
const MOST_ITEMS = 1000;
const LONGEST_PICTURE = 12_000_000;
const MOST_PIXELS = 50_000_000;

const isRun = (item) =>
  ["out", "err", "value"].includes(item?.kind) && isText(item.text, LONGEST_TEXT) && isText(item.style, 100) && /^[a-z0-9# -]*$/.test(item.style);

// Whether its first bytes are those of a PNG of a size that a page can hold: a few kB of it may be any number of pixels.
function isPng(base64) {
  if (base64.length < 40) return false;
  const head = atob(base64.slice(0, 32));
  const number = (at) => [0, 1, 2, 3].reduce((sum, i) => sum * 256 + head.charCodeAt(at + i), 0);
  return head.startsWith("\x89PNG\r\n\x1a\n") && number(16) * number(20) <= MOST_PIXELS;
}

const ITEM = {
  out: isRun,
  err: isRun,
  value: isRun,
  // What may still change: the newest text, and how many lines and characters before it are left out.
  // Replaces the end before it.
  end: ({ runs, lines, chars }) =>
    isList(runs, MOST_RUNS, isRun) && runs.reduce((sum, { text }) => sum + text.length, 0) <= LONGEST_TEXT && isCount(lines) && isCount(chars),
  image: (item) =>
    isText(item.png, LONGEST_PICTURE) && /^[A-Za-z0-9+/]+={0,2}$/.test(item.png) && isPng(item.png) && isText(item.alt, 2000) &&
    isCount(item.width) && item.width <= 10_000 && isCount(item.height) && item.height <= 10_000,
};

// Whether an item of output is one of the list above, in shape and in size.
export const isItem = (item) => isOf(ITEM, item?.kind) && ITEM[item.kind](item);

const FROM_FRAME = {
  open: () => true,
  stage: (message) => STAGES.includes(message.stage),
  ready: () => true,
  whole: () => true,
  items: (message) => isCount(message.id) && isList(message.items, MOST_ITEMS, () => true),
  need: (message) => isCount(message.id) && isList(message.packages, 50, (name) => isText(name, 100)),
  ask: (message) => isCount(message.id) && isText(message.prompt, LONGEST_PROMPT),
  answer: ({ id, payload, memory = 0 }) => isCount(id) && isText(payload, LONGEST_ANSWER) && isCount(memory),
  pong: (message) => isCount(message.n),
  fatal: ({ text, isFinal = false }) => isText(text, 2000) && typeof isFinal === "boolean",
  dropped: (message) => message.id === null || isCount(message.id),
  flood: () => true,
};

// What a worker cannot say, for the frame says it.
const OF_FRAME = ["open", "dropped", "flood"];

// Whether what came from the frame is a message of the list above, in shape and in size.
export function isFromFrame(message) {
  return isOf(FROM_FRAME, message?.type) && FROM_FRAME[message.type](message);
}

// Whether what came to the frame from its worker is.
export const isFromWorker = (message) => isFromFrame(message) && !OF_FRAME.includes(message.type);

// The id of the call that a message which is not believed was to answer; null where it answers none.
export const answeredBy = (message) => (message?.type === "answer" && isCount(message.id) ? message.id : null);

// Whether what came through the port is one: on it nothing comes but answers.
export const isFromPort = (message) => message?.type === "answer" && isFromFrame(message);
