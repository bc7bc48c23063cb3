// Keeps the page in step with the store. Without this script the pages work as well; they only stand still.
"use strict";

(() => {
  const body = document.body;
  const byId = (id) => document.getElementById(id);
  const lists = new Map();
  for (const list of document.querySelectorAll("[data-feed]")) lists.set(list.dataset.feed, list);

  // MARK: Lists

  const element = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  };

  const flash = (row) => {
    row.classList.add("fresh");
    setTimeout(() => row.classList.remove("fresh"), 2000);
  };

  // The focus stays in a row that is made anew.
  const replace = (old, html) => {
    const links = [...old.querySelectorAll("a")];
    const focused = links.indexOf(document.activeElement);
    const row = element(html);
    old.replaceWith(row);
    if (focused >= 0) row.querySelectorAll("a")[focused]?.focus();
    return row;
  };

  // What goes is taken away from the end, then what comes is put in from the beginning; as in any list that is
  // told what has changed by the indices before and after.
  const apply = (list, change) => {
    const rows = [...list.children];
    const moved = change.moved.map((move) => ({ ...move, row: rows[move.from] }));
    const hadFocus = list.contains(document.activeElement);
    for (const index of change.deleted) rows[index].remove();
    const arrivals = change.inserted.map((arrival) => ({ at: arrival.at, row: element(arrival.html) }));
    for (const move of moved) {
      const row = replace(move.row, move.html);
      const focused = row.contains(document.activeElement) ? document.activeElement : null;
      row.remove();
      arrivals.push({ at: move.to, row, focused });
    }
    arrivals.sort((first, second) => first.at - second.at);
    for (const { at, row, focused } of arrivals) {
      list.insertBefore(row, list.children[at] ?? null);
      focused?.focus();
      flash(row);
    }
    for (const update of change.updated) flash(replace(list.children[update.at], update.html));
    // The focus was in a row that is gone: do not throw people to the top of the page.
    if (hadFocus && !list.contains(document.activeElement)) byId("content").focus();
  };

  // How many rows there are, and the way to other pages.
  const summarize = (feed, summary) => {
    if (!summary) return;
    const count = document.querySelector(`[data-count="${feed}"]`);
    if (count && count.textContent !== summary.count) count.textContent = summary.count;
    const pager = document.querySelector(`[data-pager="${feed}"]`);
    if (!pager || pager.innerHTML === summary.pager) return;
    const focused = [...pager.children].indexOf(document.activeElement);
    pager.innerHTML = summary.pager;
    if (focused >= 0) (pager.children[focused] ?? byId("content")).focus();
  };

  const show = (banner, isShown) => {
    byId(banner).hidden = !isShown;
  };

  // What the page is about has changed or is gone; a form keeps what was typed, and people decide.
  const noteSubject = (list) => {
    const isGone = list.children.length === 0;
    show("gone", isGone);
    show("changed", !isGone && document.querySelector("form[method=post] .field") !== null);
    if (!isGone && list.tagName === "H1") {
      document.title = `${list.querySelector(".subject > span").textContent} · League`;
    }
  };

  const settle = (list, state, words, summary) => {
    list.dataset.state = state;
    summarize(list.dataset.feed, summary);
    if (list.dataset.feed === "subject") noteSubject(list);
    else if (words) byId("announcer").textContent = words;
  };

  // MARK: Events

  let source = null;
  let delay = 500;

  const tellState = (isLive) => {
    const light = byId("live");
    if (!light) return;
    light.hidden = false;
    light.classList.toggle("on", isLive);
    byId("live-text").textContent = isLive ? "Live" : "Not connected";
  };

  const disconnect = () => {
    source?.close();
    source = null;
  };

  const connect = () => {
    if (source || !body.dataset.events || document.hidden) return;
    const states = new URLSearchParams();
    for (const [feed, list] of lists) states.set(feed, list.dataset.state);
    const address = body.dataset.events;
    source = new EventSource(`${address}${address.includes("?") ? "&" : "?"}${states}`);
    source.addEventListener("ready", () => {
      delay = 500;
      tellState(true);
    });
    source.addEventListener("change", (event) => {
      const change = JSON.parse(event.data);
      const list = lists.get(change.feed);
      if (!list || list.dataset.state === change.state) return;
      if (list.dataset.state !== change.before) return reconnect(0);
      apply(list, change);
      settle(list, change.state, change.words, change.summary);
    });
    source.addEventListener("whole", (event) => {
      const whole = JSON.parse(event.data);
      const list = lists.get(whole.feed);
      if (!list) return;
      list.replaceChildren(...whole.rows.map(element));
      settle(list, whole.state, "The list was brought up to date", whole.summary);
    });
    source.addEventListener("summary", (event) => {
      const { feed, summary } = JSON.parse(event.data);
      summarize(feed, summary);
    });
    source.addEventListener("gone", () => {
      disconnect();
      body.removeAttribute("data-events");
      tellState(false);
      show("gone", true);
    });
    // The states in the address are old by now; so this connects anew rather than let the browser do it.
    source.addEventListener("error", () => {
      tellState(false);
      reconnect(delay);
      delay = Math.min(delay * 2, 10000);
    });
  };

  const reconnect = (wait) => {
    disconnect();
    setTimeout(connect, wait);
  };

  // A page that nobody sees needs no connection, of which browsers have but a few.
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", connect);
  connect();

  // MARK: Forms

  for (const link of document.querySelectorAll("[data-dialog]")) {
    const dialog = byId(link.dataset.dialog);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      dialog.showModal();
    });
    link.setAttribute("role", "button");
    link.addEventListener("keydown", (event) => {
      if (event.key === " ") {
        event.preventDefault();
        dialog.showModal();
      }
    });
  }

  // The shirt beside a color follows what is typed, and a palette writes into the box.
  for (const field of document.querySelectorAll("[data-color]")) {
    const text = byId(field.dataset.color);
    const palette = field.querySelector("[type=color]");
    const swatch = field.querySelector(".swatch");
    const pen = document.createElement("canvas").getContext("2d");
    const show = () => {
      const word = text.value.toLowerCase().replace(/[\s-]/g, "");
      // Words such as "transparent" are no color of a shirt; those that are become a number.
      pen.fillStyle = "#010203";
      if (/^(#([0-9a-f]{3}){1,2}|[a-z]+)$/.test(word)) pen.fillStyle = word;
      const isKnown = /^#[0-9a-f]{6}$/.test(pen.fillStyle) && pen.fillStyle !== "#010203";
      swatch.classList.toggle("unknown", !isKnown);
      swatch.firstElementChild.setAttribute("fill", isKnown ? pen.fillStyle : "none");
      if (isKnown) palette.value = pen.fillStyle;
    };
    palette.hidden = false;
    palette.addEventListener("input", () => {
      text.value = palette.value;
      show();
    });
    text.addEventListener("input", show);
    show();
  }

  // What was done is said once, not again when the page is loaded again; the search and the page stay.
  if (byId("note")?.textContent && location.search) {
    const fields = new URLSearchParams(location.search);
    for (const name of ["saved", "deleted", "change", "restored"]) fields.delete(name);
    const rest = fields.toString();
    history.replaceState(null, "", location.pathname + (rest ? `?${rest}` : ""));
  }
})();
