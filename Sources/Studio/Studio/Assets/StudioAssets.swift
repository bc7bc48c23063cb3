import WebSites

/// The style sheet, the icon and the script of the pages.
enum StudioAssets {
  static let styleFile = SiteFile(Array("\(style)".utf8), type: "text/css; charset=utf-8")
  static let scriptFile = SiteFile(Array("\(script)".utf8), type: "text/javascript; charset=utf-8")
  static let iconFile = SiteFile(Array("\(icon)".utf8), type: "image/svg+xml")

  static let style: StaticString = """
    :root { color-scheme: light dark; --ground: #f3f5f9; --sheet: #fff; --ink: #16202f; --soft: #52607a;
      --line: #c9d2df; --edge: #76839a; --accent: #2456d6; --on-accent: #fff; --good: #d8f3df; --bad: #ffdedb; }
    @media (prefers-color-scheme: dark) { :root { --ground: #0f141c; --sheet: #19212d; --ink: #e8edf5;
      --soft: #aab6c8; --line: #3a475a; --edge: #7f8da5; --accent: #8fb0ff; --on-accent: #0d1a36; --good: #1b3d28;
      --bad: #4a2220; } }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--ground); color: var(--ink);
      font: 1rem/1.5 system-ui, "Liberation Sans", Arial, sans-serif; overflow-wrap: anywhere; }
    header, main, footer { max-width: 82rem; margin: 0 auto; padding: .75rem 1rem; }
    header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; justify-content: space-between; }
    header ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; }
    a { color: var(--accent); }
    a[aria-current] { font-weight: 700; text-decoration: none; color: var(--ink); }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { position: static; }
    h1 { font-size: 1.5rem; margin: .25rem 0 1rem; }
    h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
    section, details { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem;
      margin: 0 0 1rem; }
    details { margin: 0 0 .5rem; }
    summary { cursor: pointer; }
    form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0; }
    label { display: inline-flex; flex-direction: column; font-size: .9rem; color: var(--soft); max-width: 100%; }
    label.flag { flex-direction: row; align-items: center; gap: .35rem; color: var(--ink); }
    input, select, button, textarea { font: inherit; color: var(--ink); background: var(--sheet); border: 1px solid var(--edge);
      border-radius: .35rem; padding: .3rem .6rem; max-width: 100%; }
    button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); cursor: pointer; }
    button:disabled { background: var(--ground); border-color: var(--line); color: var(--soft); cursor: default; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    table { border-collapse: collapse; width: 100%; }
    caption { text-align: left; font-weight: 600; padding: .25rem 0; }
    th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    .scroll { overflow-x: auto; }
    .side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
    .plain { list-style: none; padding: 0; }
    .plain li, .row, .tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
    .tools form, .row form, .plain form { margin: 0; }
    .names { columns: 14rem; }
    .field { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: end; flex: 1 1 100%; }
    textarea { width: min(100%, 40rem); resize: vertical; }
    label:has(textarea) { flex: 1 1 20rem; }
    fieldset { border: 1px solid var(--line); border-radius: .35rem; min-width: 0; max-width: 100%; }
    .parts form { display: inline-flex; margin: .15rem .35rem; }
    .quiet { color: var(--soft); }
    .note { background: var(--good); border-radius: .5rem; padding: .5rem 1rem; }
    .problem { background: var(--bad); border-radius: .5rem; padding: .5rem 1rem; }
    .badge { background: var(--ground); border-radius: 1rem; padding: 0 .6rem; font-weight: 600; }
    .changes { list-style: none; padding: 0; }
    .picture { overflow: auto; height: 70vh; border: 1px solid var(--line); cursor: grab; }
    .picture svg { display: block; }
    .picture g[data-href] { cursor: pointer; touch-action: none; }
    .picture text { user-select: none; }
    .picture g.found .border { stroke: var(--accent); stroke-width: 4; }
    pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); font: .85rem/1.45 ui-monospace, monospace; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    .wide { flex: 1 1 100%; }
    .wide input { width: 100%; font-family: ui-monospace, monospace; }
    .sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem; }
    .sheet td, .sheet th { overflow-wrap: normal; max-width: 24rem; }
    .number { text-align: right; font-variant-numeric: tabular-nums; }
    .type { display: block; font-weight: 400; font-size: .85rem; color: var(--soft); }
    .parts { margin: 0; padding-left: 1.1rem; }
    .text { white-space: pre-wrap; }
    .photo { display: block; max-width: min(100%, 24rem); max-height: 24rem; min-width: 4rem; }
    footer { color: var(--soft); }
    """

  /// Two boxes with a line between them.
  static let icon: StaticString = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#2456d6"/>\
    <path d="M11 13h10v8" fill="none" stroke="#fff" stroke-width="2"/><rect x="4" y="7" width="10" height="11" rx="2" \
    fill="#fff"/><rect x="16" y="17" width="11" height="9" rx="2" fill="#fff"/></svg>
    """

  static let script: StaticString = #"""
    // Pages work without this script; with it they follow the files, and the diagram can be moved.
    "use strict";
    (() => {
      const byId = (id) => document.getElementById(id);
      let isTyping = false;
      document.addEventListener("input", (event) => { if (event.target.closest("form")) isTyping = true; });
      // Nothing that was typed is thrown away by a page that loads itself.
      const refresh = () => {
        if (!isTyping) return location.reload();
        byId("live").textContent = "The model has changed. Reload this page to see the changes.";
      };
      const address = document.body.dataset.events;
      if (address && window.EventSource) {
        const events = new EventSource(address);
        let isLeaving = false;
        window.addEventListener("pagehide", () => { isLeaving = true; events.close(); });
        document.addEventListener("submit", () => { isLeaving = true; });
        for (const name of ["changed", "conflict"]) {
          events.addEventListener(name, () => { if (!isLeaving) refresh(); });
        }
        events.addEventListener("open", () => { byId("live").textContent = "Follows the files"; });
        events.addEventListener("error", () => { byId("live").textContent = "Not connected"; });
      }
      // A condition is completed where it is typed: the word at its end, by the key paths that begin so.
      const condition = document.querySelector("input[data-keys]");
      if (condition) {
        const list = byId("completions");
        const keys = condition.dataset.keys.split(" ");
        condition.addEventListener("input", () => {
          const text = condition.value;
          const word = text.match(/[\p{L}_][\p{L}\p{N}_.]*$/u)?.[0] ?? "";
          const begin = text.slice(0, text.length - word.length);
          const fitting = keys.filter((key) => key.toLowerCase().startsWith(word.toLowerCase()));
          list.replaceChildren(...fitting.slice(0, 20).map((key) => {
            const option = document.createElement("option");
            option.value = begin + key;
            return option;
          }));
        });
      }
      // The bytes of a file go into the form as base64.
      for (const input of document.querySelectorAll("input[data-bytes]")) {
        input.closest("label").hidden = false;
        input.addEventListener("change", () => {
          const reader = new FileReader();
          reader.addEventListener("load", () => {
            const field = input.form.elements.namedItem(input.dataset.bytes);
            field.value = String(reader.result).replace(/^[^,]*,/, "");
            field.dispatchEvent(new Event("input", { bubbles: true }));
          });
          if (input.files[0]) reader.readAsDataURL(input.files[0]);
        });
      }
      const picture = byId("picture");
      if (!picture) return;
      const svg = picture.querySelector("svg");
      const links = new Map([...document.querySelectorAll("#names a")].map((a) => [a.textContent, a]));
      const boxes = [];
      for (const group of svg.querySelectorAll("g")) {
        const name = group.querySelector(".name")?.textContent;
        const link = links.get(name);
        if (!link) continue;
        boxes.push({ name, group });
        group.dataset.href = link.href;
        group.addEventListener("click", () => { if (!moved) location.href = link.href; });
      }
      byId("diagram-tools").hidden = false;
      const width = svg.width.baseVal.value;
      const height = svg.height.baseVal.value;
      let scale = 1;
      const zoom = (factor) => {
        scale = Math.min(4, Math.max(0.1, scale * factor));
        svg.setAttribute("width", width * scale);
        svg.setAttribute("height", height * scale);
      };
      byId("zoom-in").addEventListener("click", () => zoom(1.25));
      byId("zoom-out").addEventListener("click", () => zoom(0.8));
      picture.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? 1.1 : 0.9);
      }, { passive: false });
      // A box is dragged, and the ground with everything on it.
      const form = byId("moving")?.querySelector("form");
      let start = null;
      let moved = false;
      const drop = () => { start?.box?.group.removeAttribute("transform"); start = null; };
      picture.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        moved = false;
        const box = form && boxes.find(({ group }) => group.contains(event.target));
        start = { x: event.clientX, y: event.clientY, left: picture.scrollLeft, top: picture.scrollTop, box };
      });
      window.addEventListener("pointermove", (event) => {
        if (!start) return;
        const x = event.clientX - start.x;
        const y = event.clientY - start.y;
        if (Math.abs(x) + Math.abs(y) > 4) moved = true;
        if (start.box) {
          if (moved) start.box.group.setAttribute("transform", `translate(${x / scale} ${y / scale})`);
          return;
        }
        picture.scrollLeft = start.left - x;
        picture.scrollTop = start.top - y;
      });
      window.addEventListener("pointerup", (event) => {
        if (start?.box && moved) {
          form.elements.name.value = start.box.name;
          form.elements.x.value = Math.round((event.clientX - start.x) / scale);
          form.elements.y.value = Math.round((event.clientY - start.y) / scale);
          start = null;
          return form.requestSubmit();
        }
        start = null;
      });
      window.addEventListener("pointercancel", drop);
      window.addEventListener("keydown", (event) => { if (event.key === "Escape") drop(); });
      byId("find").addEventListener("input", (event) => {
        const text = event.target.value.toLowerCase();
        let first = null;
        for (const { name, group } of boxes) {
          const isFound = text !== "" && name.toLowerCase().includes(text);
          group.classList.toggle("found", isFound);
          if (isFound && !first) first = group;
        }
        first?.scrollIntoView({ block: "center", inline: "center" });
      });
    })();
    """#
}
