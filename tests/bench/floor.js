// The least that a page must do to run NumPy code with Pyodide as it comes: what kino's start is measured against.

import { loadPyodide } from "./pyodide/pyodide.mjs";

// Without this a failure would be silence, and the bench would wait for it.
self.onunhandledrejection = ({ reason }) => postMessage(String(reason));

self.onmessage = async ({ data: code }) => {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location).href });
  await python.loadPackage("numpy", { messageCallback() {} });
  python.setStdout({ batched: (text) => postMessage(text) });
  python.runPython(code);
};
