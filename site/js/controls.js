// The controls of a figure, each read and written the same way, whatever it is made of in the page.

// All controls under `root`, by name, in the order of the page. A control has `name`, `value` (get, set), `start`, `text(value)`,
// `accepts(value)`, `input` (what gets the focus), `reset()` and `onChange(listener)`.
export function controlsOf(root) {
  const controls = new Map();
  for (const input of root.querySelectorAll("input[name]")) {
    const name = input.dataset.control ?? input.name;
    if (!controls.has(name)) controls.set(name, KINDS[input.type](name, input, root));
  }
  return controls;
}

const KINDS = {
  checkbox: (name, input) => ({
    name,
    input,
    get value() {
      return input.checked;
    },
    set value(value) {
      input.checked = value;
    },
    start: input.defaultChecked,
    accepts: (value) => typeof value === "boolean",
    text: String,
    reset: () => (input.checked = input.defaultChecked),
    onChange: (listener) => input.addEventListener("input", listener),
  }),

  radio(name, input, root) {
    const options = [...root.querySelectorAll(`input[name="${CSS.escape(input.name)}"]`)];
    return {
      name,
      get input() {
        return options.find((option) => option.checked) ?? input;
      },
      get value() {
        return this.input.value;
      },
      set value(value) {
        for (const option of options) option.checked = option.value === value;
      },
      start: options.find((option) => option.defaultChecked)?.value,
      accepts: (value) => options.some((option) => option.value === value),
      text: String,
      reset: () => options.forEach((option) => (option.checked = option.defaultChecked)),
      onChange: (listener) => options.forEach((option) => option.addEventListener("input", listener)),
    };
  },

  range(name, input) {
    // A slider over a list of values stands at their indices.
    const values = input.dataset.values ? JSON.parse(input.dataset.values) : null;
    const { unit } = input.dataset;
    const decimals = (input.step.split(".")[1] ?? "").length;
    return {
      name,
      input,
      get value() {
        return values ? values[Number(input.value)] : Number(input.value);
      },
      set value(value) {
        input.value = values ? nearest(values, value) : value;
      },
      start: values ? values[Number(input.defaultValue)] : Number(input.defaultValue),
      accepts: (value) => (values ? values.includes(value) : Number.isFinite(value) && value >= Number(input.min) && value <= Number(input.max)),
      text(value) {
        return `${value < 0 ? "−" : ""}${values ? Math.abs(value) : Math.abs(value).toFixed(decimals)}${unit}`;
      },
      reset: () => (input.value = input.defaultValue),
      onChange(listener) {
        input.addEventListener("input", listener);
        if (input.hasAttribute("data-wrap")) input.addEventListener("keydown", (event) => wrap(event, listener));
      },
    };
  },
};

function nearest(values, wanted) {
  return values.reduce((best, value, i) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? i : best), 0);
}

// Past one end of a control that goes round comes the other.
function wrap(event, listener) {
  const input = event.currentTarget;
  const [low, high, step, value] = [input.min, input.max, input.step, input.value].map(Number);
  const isUp = event.key === "ArrowRight" || event.key === "ArrowUp";
  const isDown = event.key === "ArrowLeft" || event.key === "ArrowDown";
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isUp && value >= high) input.value = low + step;
  else if (isDown && value <= low) input.value = high - step;
  else return;
  event.preventDefault();
  listener();
}
