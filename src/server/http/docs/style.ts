/** The style of /docs: system fonts, and the colour scheme of the console or the system. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e4e6ea, #2e3237); --dim: light-dark(#5c636a, #a6adb4);
  --tint: light-dark(#f6f7f9, #1e2125); --accent: light-dark(#4c4fc4, #a9adff); --page: light-dark(#fff, #131517);
  --ink: light-dark(#1a1d20, #e9ecef); --on-ink: light-dark(#fff, #131517);
  --get: light-dark(#0b6b3a, #6fd69c); --post: light-dark(#1d4fb8, #8fb8ff); --patch: light-dark(#8a4b00, #ffc078);
  --delete: light-dark(#b3261e, #ff9d94); --mono: 'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, monospace; }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.6 Inter, system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre, textarea { font: 12.5px/1.55 var(--mono); }
code { background: var(--tint); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 12px; overflow: auto; margin: 8px 0; max-height: 480px; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 8px; top: 8px; background: var(--page); padding: 8px; z-index: 1; }
.layout { display: grid; grid-template-columns: 264px minmax(0, 1fr); min-height: 100vh; }
nav { border-right: 1px solid var(--line); padding: 20px 12px; position: sticky; top: 0; height: 100vh; overflow: auto; }
nav .brand { display: block; font-weight: 650; font-size: 16px; padding: 0 8px 12px; color: inherit; text-decoration: none; }
nav ul { list-style: none; margin: 0 0 12px; padding: 0; }
nav h2 { font-size: 12px; font-weight: 600; color: var(--dim); margin: 16px 8px 4px; }
h2::first-letter { text-transform: uppercase; } li { overflow-wrap: anywhere; }
nav section a, nav li a { display: block; padding: 3px 8px; border-radius: 6px; color: inherit; text-decoration: none; font-size: 13px; overflow-wrap: anywhere; }
nav [hidden] { display: none !important; }
nav a:hover { background: var(--tint); } nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 550; }
input, select, button { font: inherit; }
input, select, textarea, button { color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; padding: 5px 10px; }
input[type=search] { width: 100%; }
main { padding: 32px clamp(16px, 4vw, 56px) 96px; max-width: 1280px; min-width: 0; }
h1 { font-size: 26px; margin: 0 0 4px; letter-spacing: -.01em; } main h2 { font-size: 19px; margin: 56px 0 4px; }
h3 { font-size: 16px; margin: 0; } h4 { font-size: 12px; margin: 20px 0 6px; color: var(--dim); font-weight: 600; }
main > p { max-width: 72ch; }
section.operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 400px); gap: 8px 40px; border-top: 1px solid var(--line); padding: 28px 0; margin-top: 12px; }
section.schema { border-top: 1px solid var(--line); padding: 20px 0; }
/* Of hundreds of sections, a screen shows a few; the rest isn't laid out. The heights are roughly their average. */
section.operation, section.schema { content-visibility: auto; contain-intrinsic-height: auto 560px; } section.schema { contain-intrinsic-height: auto 320px; }
.examples { position: sticky; top: 16px; align-self: start; min-width: 0; } .examples h4:first-child { margin-top: 0; }
.anchor { color: inherit; text-decoration: none; } .anchor:hover::after { content: ' #'; color: var(--dim); }
.route { display: flex; gap: 10px; align-items: baseline; margin: 8px 0; }
.method { font: 600 12px/1 var(--mono); color: var(--patch); } .get { color: var(--get); } .post, .put { color: var(--post); } .delete { color: var(--delete); }
.dim { color: var(--dim); } .good { color: var(--get); } .badge { font-size: 12px; color: var(--patch); border: 1px solid; border-radius: 99px; padding: 0 8px; }
.fields { margin: 0; } .fields dt { border-top: 1px solid var(--line); padding-top: 8px; } .fields dd { margin: 0 0 8px; } .fields p, td p { margin: 0; }
.errors { display: flex; flex-wrap: wrap; gap: 6px; margin: 12px 0; } .errors a { font: 12px/1.6 var(--mono); text-decoration: none; border: 1px solid var(--line); border-radius: 6px; padding: 0 6px; color: var(--dim); }
.errors a:hover { color: var(--accent); }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-top: 1px solid var(--line); }
td:first-child code { overflow-wrap: normal; }
th { font-size: 12px; color: var(--dim); font-weight: 600; border-top: 0; }
summary { cursor: pointer; } details.try { margin-top: 16px; border: 1px solid var(--line); border-radius: 8px; }
details.try > summary { padding: 8px 12px; font-weight: 550; } details.try[open] > summary { border-bottom: 1px solid var(--line); }
.try form { padding: 12px; display: grid; gap: 10px; } .field { display: grid; grid-template-columns: minmax(120px, 200px) minmax(0, 1fr); gap: 4px 12px; align-items: baseline; }
.field > input, .field > select, .field > textarea { grid-column: 2; grid-row: 1 / span 2; width: 100%; } .field > code { justify-self: start; } .field > .dim { grid-column: 1; font-size: 12px; }
.field.wide { grid-template-columns: minmax(0, 1fr); } .field.wide > textarea { grid-column: 1; grid-row: auto; resize: vertical; }
.buttons { display: flex; gap: 8px; flex-wrap: wrap; } button { cursor: pointer; min-height: 32px; } .send { background: var(--ink); color: var(--on-ink); border-color: transparent; padding: 5px 16px; }
button[disabled] { opacity: .5; cursor: default; } .problem { color: var(--delete); margin: 0; } .problem:empty { display: none; }
.status { font: 600 12.5px/1.6 var(--mono); margin: 0; } .status[data-status='2'] { color: var(--get); } .status[data-status='4'] { color: var(--patch); } .status[data-status='5'] { color: var(--delete); }
.response details { margin: 6px 0; }
.breaking { color: var(--delete); } .risky { color: var(--patch); } .compatible { color: var(--get); }
@media (max-width: 1160px) { section.operation { grid-template-columns: minmax(0, 1fr); } .examples { position: static; } }
@media (max-width: 800px) { .layout { display: block; } nav { position: static; height: auto; max-height: 60vh; border: 0; border-bottom: 1px solid var(--line); }
  nav:not([data-searching=true]) section { display: none; }
  .field { grid-template-columns: minmax(0, 1fr); } .field > input, .field > select { grid-column: 1; grid-row: auto; } }
`;
