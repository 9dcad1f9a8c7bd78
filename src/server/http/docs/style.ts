/** The look of /docs: system fonts, light or dark as the reader's system is. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#dee2e6, #343a40); --dim: light-dark(#5c636a, #a6adb4);
  --tint: light-dark(#f6f7f9, #202327); --accent: light-dark(#3b4fc4, #9fb0ff); --page: light-dark(#fff, #17191c);
  --get: light-dark(#0b6b3a, #6fd69c); --post: light-dark(#1d4fb8, #8fb8ff); --patch: light-dark(#8a4b00, #ffc078);
  --delete: light-dark(#b3261e, #ff9d94); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: light-dark(#1a1d20, #e9ecef); font: 15px/1.6 Inter, system-ui, sans-serif; }
a { color: var(--accent); }
code, pre { font: 13px/1.55 'JetBrains Mono', ui-monospace, monospace; }
code { background: var(--tint); border-radius: 4px; padding: 1px 4px; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 12px; overflow: auto; margin: 8px 0; }
pre code { background: none; padding: 0; }
.layout { display: grid; grid-template-columns: 280px minmax(0, 1fr); min-height: 100vh; }
nav { border-right: 1px solid var(--line); padding: 24px 16px; position: sticky; top: 0; height: 100vh; overflow: auto; }
nav h2 { font-size: 12px; color: var(--dim); margin: 20px 8px 4px; text-transform: capitalize; }
nav a { display: block; padding: 3px 8px; border-radius: 6px; color: inherit; text-decoration: none; font-size: 14px; }
nav a:hover, nav a:focus-visible { background: var(--tint); }
main { padding: 32px clamp(16px, 4vw, 56px); max-width: 1000px; }
h1 { font-size: 28px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 48px 0 8px; text-transform: capitalize; }
h3 { font-size: 16px; margin: 0; } h4 { font-size: 13px; margin: 16px 0 4px; color: var(--dim); font-weight: 600; }
section.operation, section.schema { border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 16px 0; scroll-margin-top: 16px; }
.route { display: flex; gap: 10px; align-items: baseline; flex-wrap: wrap; margin: 6px 0; overflow-wrap: anywhere; }
.method { font: 600 12px/1 ui-monospace, monospace; color: var(--patch); } .get { color: var(--get); } .post, .put { color: var(--post); } .delete { color: var(--delete); }
.dim { color: var(--dim); } table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-top: 1px solid var(--line); }
th { font-size: 12px; color: var(--dim); font-weight: 600; border-top: 0; } td p { margin: 0; }
@media (max-width: 800px) { .layout { display: block; } nav { position: static; height: auto; border: 0; border-bottom: 1px solid var(--line); } }
`;
