// Only the development server adds this to a page: it reloads the page after each build,
// and shows what is wrong with a build that failed.

const seen = new URL(import.meta.url).search.slice(1);
let source = null;

function told(event) {
  const { version, problem } = JSON.parse(event.data);
  if (version !== seen) location.reload();
  else show(problem);
}

function show(problem) {
  document.getElementById("kino-problem")?.remove();
  if (problem === null) return;
  const banner = document.createElement("pre");
  banner.id = "kino-problem";
  banner.setAttribute("role", "alert");
  banner.textContent = problem;
  Object.assign(banner.style, {
    position: "fixed",
    inset: "auto 0 0 0",
    zIndex: "1000",
    maxHeight: "50vh",
    overflow: "auto",
    margin: "0",
    padding: "1rem",
    background: "#5a0f14",
    color: "#fff",
    font: "14px/1.5 monospace",
    whiteSpace: "pre-wrap",
  });
  document.body.append(banner);
}

// A browser keeps at most six connections to a host, so a hidden tab gives its own back.
function listen() {
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource("/__kino/events");
  source.addEventListener("message", told);
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => event.persisted && listen());
listen();
