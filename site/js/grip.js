// Turns pointer movements on a picture into control values. A picture marks what can be turned with data-turn="control":
// class "grip" can be dragged by mouse, pen and finger; anything else by mouse and pen, and tapped.

// has(control) says whether the figure has it, for the mark may be anyone's. onTurn(control, degrees) is called with the angle
// of the pointer about the origin of the picture's svg; onEnd(control) at the end.
export function wireGrips(picture, { has, angleOf, onTurn, onEnd }) {
  let drag = null;

  const partAt = (event) => {
    const part = event.target.closest("[data-turn]");
    return part?.ownerSVGElement && has(part.dataset.turn) ? part : null;
  };

  picture.addEventListener("pointerdown", (event) => {
    const part = partAt(event);
    if (!part || event.button !== 0 || !event.isPrimary) return;
    const isGrip = part.classList.contains("grip");
    if (event.pointerType === "touch" && !isGrip) return;
    event.preventDefault();
    const svg = part.ownerSVGElement;
    const control = part.dataset.turn;
    // Whoever takes the grip beside its middle does not want it to jump.
    const offset = isGrip ? angleOf(control) - pointerAngle(svg, event) : 0;
    drag = { svg, control, offset };
    picture.setPointerCapture(event.pointerId);
    picture.dataset.dragging = "";
    if (!isGrip) onTurn(control, pointerAngle(svg, event));
  });

  picture.addEventListener("pointermove", (event) => {
    if (drag) onTurn(drag.control, turn(pointerAngle(drag.svg, event) + drag.offset));
  });

  const end = () => {
    if (!drag) return;
    const { control } = drag;
    drag = null;
    delete picture.dataset.dragging;
    onEnd(control);
  };
  picture.addEventListener("pointerup", end);
  picture.addEventListener("pointercancel", end);
  picture.addEventListener("lostpointercapture", end);

  picture.addEventListener("click", (event) => {
    const part = partAt(event);
    if (part && event.pointerType === "touch" && !part.classList.contains("grip")) {
      onTurn(part.dataset.turn, pointerAngle(part.ownerSVGElement, event));
      onEnd(part.dataset.turn);
    }
  });
}

function pointerAngle(svg, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return (Math.atan2(-point.y, point.x) * 180) / Math.PI;
}

// The same direction, between -180 and 180.
function turn(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
