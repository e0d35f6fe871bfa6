// Turns pointer movements on a picture into control values. A picture marks what moves a control, in the units of its svg:
//   data-turn="angle"                                  the pointer's direction about the origin, in degrees
//   data-slide="length" data-zero="20" data-unit="30"  its place along x: zero is where the control is 0, unit is one step of 1
//   data-move="x y" data-unit="50"                     its place about the origin, y upward
// Class "grip" can be dragged by mouse, pen and finger; anything else by mouse and pen, and tapped.

const READERS = {
  turn: (part, { x, y }) => ({ [part.dataset.turn]: (Math.atan2(-y, x) * 180) / Math.PI }),
  slide: (part, { x }) => ({ [part.dataset.slide]: (x - Number(part.dataset.zero)) / Number(part.dataset.unit) }),
  move(part, { x, y }) {
    const [across, up] = part.dataset.move.split(" ");
    const unit = Number(part.dataset.unit);
    return { [across]: x / unit, [up]: -y / unit };
  },
};
const KINDS = Object.keys(READERS);
const ANY = KINDS.map((kind) => `[data-${kind}]`).join();

// has(control) says whether the figure has it, for the mark may be anyone's; valueOf(control) says where it stands.
// onMove({control: value}) is called as the pointer moves, onEnd() at the end.
export function wireGrips(picture, { has, valueOf, onMove, onEnd }) {
  let drag = null;

  const partAt = (event) => {
    const part = event.target.closest(ANY);
    return part?.ownerSVGElement && controlsOf(part).every(has) ? part : null;
  };

  picture.addEventListener("pointerdown", (event) => {
    const part = partAt(event);
    if (!part || event.button !== 0 || !event.isPrimary) return;
    const isGrip = part.classList.contains("grip");
    if (event.pointerType === "touch" && !isGrip) return;
    event.preventDefault();
    drag = { ...start(part), pointer: event.pointerId };
    // Whoever takes the grip beside its middle does not want it to jump.
    if (isGrip) drag.offsets = Object.entries(drag.read(event)).map(([name, value]) => [name, valueOf(name) - value]);
    else onMove(drag.read(event));
    picture.setPointerCapture(event.pointerId);
    picture.dataset.dragging = "";
  });

  picture.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const values = drag.read(event);
    for (const [name, offset] of drag.offsets) values[name] = drag.isTurn ? turned(values[name] + offset) : values[name] + offset;
    onMove(values);
  });

  const end = (event) => {
    if (event.pointerId !== drag?.pointer) return;
    drag = null;
    delete picture.dataset.dragging;
    onEnd();
  };
  picture.addEventListener("pointerup", end);
  picture.addEventListener("pointercancel", end);
  picture.addEventListener("lostpointercapture", end);

  picture.addEventListener("click", (event) => {
    const part = partAt(event);
    if (!part || event.pointerType !== "touch" || part.classList.contains("grip")) return;
    onMove(start(part).read(event));
    onEnd();
  });
}

// A redraw may replace the part under the pointer, so what a drag needs of it is taken at its start.
function start(part) {
  const svg = part.ownerSVGElement;
  const own = part.cloneNode(false);
  const kind = kindOf(own);
  const read = ({ clientX, clientY }) =>
    READERS[kind](own, new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse()));
  return { read, offsets: [], isTurn: kind === "turn" };
}

function kindOf(part) {
  return KINDS.find((kind) => kind in part.dataset);
}

function controlsOf(part) {
  return part.dataset[kindOf(part)].split(" ");
}

// The same direction, between -180 and 180.
function turned(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
