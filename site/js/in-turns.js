// Calls act(item) for each, `width` of them at a time. Rejects with the first that does, and begins no other.
export async function inTurns(items, width, act) {
  const rest = [...items];
  const next = async () => {
    while (rest.length) await act(rest.shift());
  };
  try {
    await Promise.all(Array.from({ length: width }, next));
  } finally {
    rest.length = 0;
  }
}
