// Takes a buffer's memory from it, at once. Where little else happens, the garbage collector comes late or never.
export function letGo(buffer) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}
