/// The style sheet of the page of a review.
enum ReviewStyle {
  static let sheet: StaticString = """
    :root { color-scheme: light dark; --ground: #f3f5f9; --sheet: #fff; --ink: #16202f; --soft: #52607a;
      --line: #c9d2df; --accent: #2456d6; --good: #d8f3df; --bad: #ffdedb; --warn: #fff0c2; --plain: #e3e8f0; }
    @media (prefers-color-scheme: dark) { :root { --ground: #0f141c; --sheet: #19212d; --ink: #e8edf5;
      --soft: #aab6c8; --line: #3a475a; --accent: #8fb0ff; --good: #1b3d28; --bad: #4a2220; --warn: #43360f;
      --plain: #2b3646; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink);
      font: 1rem/1.5 system-ui, "Liberation Sans", Arial, sans-serif; overflow-wrap: anywhere; }
    header, main, footer { max-width: 76rem; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
    h2 { font-size: 1.2rem; margin: 0 0 .75rem; }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
    nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; }
    a { color: var(--accent); }
    a:focus-visible, pre:focus-visible, .picture:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    section, .summary, .warning { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem;
      padding: 1rem; margin: 0 0 1rem; }
    .warning { background: var(--bad); }
    .quiet { color: var(--soft); }
    .badge { display: inline-block; border-radius: 1rem; padding: 0 .7rem; font-weight: 600; background: var(--plain); }
    .badge.lightweight { background: var(--good); }
    .badge.mapping { background: var(--warn); }
    .badge.loss { background: var(--bad); }
    .changes { list-style: none; padding: 0; margin: 0; }
    .changes > li { margin: .4rem 0; }
    .sign { display: inline-block; width: 1.2rem; font: 700 1rem/1 ui-monospace, monospace; }
    .picture { overflow: auto; max-height: 80vh; border: 1px solid var(--line); }
    .picture svg { display: block; }
    pre { overflow: auto; max-height: 40rem; margin: 0; padding: .75rem; border: 1px solid var(--line);
      font: .85rem/1.45 ui-monospace, "Liberation Mono", monospace; }
    ins, del { text-decoration: none; display: block; width: max-content; min-width: 100%; }
    ins { background: var(--good); }
    del { background: var(--bad); }
    """
}
