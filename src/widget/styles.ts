/**
 * The widget's styles, in its shadow root. They are a constructed sheet, which a page's content security policy allows.
 * `!important` on the host beats the styles of the page.
 */
export const STYLES = `
:host {
  all: initial !important;
  display: block !important;
  position: fixed !important;
  inset: auto !important;
  bottom: 0 !important;
  width: 0 !important;
  height: 0 !important;
  z-index: 2147483000 !important;
}
:host([data-side='left']) { left: 0 !important; }
:host([data-side='right']) { right: 0 !important; }
:host([hidden]) { display: none !important; }
@media print { :host { display: none !important; } }
* { box-sizing: border-box; margin: 0; padding: 0; font: inherit; color: inherit; letter-spacing: inherit; }
.root {
  font: 400 15px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  color: var(--text);
  text-align: start;
  -webkit-text-size-adjust: 100%;
}
button { background: none; border: 0; cursor: pointer; text-align: inherit; }
button:disabled { cursor: default; opacity: 0.5; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
svg { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }

.launcher {
  position: fixed; bottom: 20px; display: flex; align-items: center; gap: 8px; max-width: calc(100vw - 40px);
  height: 48px; padding: 0 18px 0 14px; border-radius: 24px; background: var(--accent); color: var(--on-accent);
  font-weight: 600; box-shadow: 0 4px 16px rgb(0 0 0 / 0.18), 0 0 0 1px rgb(0 0 0 / 0.06);
}
[dir='rtl'] .launcher { padding: 0 14px 0 18px; }
.launcher span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.launcher:focus-visible { outline-offset: 3px; }
.launcher.round { width: 48px; padding: 0; justify-content: center; }
.right .launcher, .right .panel { right: max(20px, env(safe-area-inset-right)); }
.left .launcher, .left .panel { left: max(20px, env(safe-area-inset-left)); }

.panel {
  position: fixed; bottom: 80px; display: flex; flex-direction: column; width: 392px; max-width: calc(100vw - 40px);
  height: min(640px, calc(100vh - 100px)); height: min(640px, calc(100dvh - 100px));
  background: var(--bg); border: 1px solid var(--line); border-radius: 14px; overflow: hidden;
  box-shadow: 0 12px 40px rgb(0 0 0 / 0.2); animation: rise 0.15s ease-out;
}
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
.header { display: flex; align-items: center; gap: 4px; padding: 10px 10px 10px 18px; border-bottom: 1px solid var(--line); }
[dir='rtl'] .header { padding: 10px 18px 10px 10px; }
h2 { flex: 1; min-width: 0; font-weight: 600; font-size: 16px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.icon { display: inline-flex; align-items: center; justify-content: center; width: 36px; height: 36px; border-radius: 8px; color: var(--dim); flex: none; }
.icon:hover:not(:disabled) { background: var(--soft); color: var(--text); }
.icon.small { width: 28px; height: 28px; }
.icon.small svg { width: 16px; height: 16px; }
.icon[aria-pressed='true'] { color: var(--link); background: var(--soft); }

.scroll { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 18px; scrollbar-width: thin; }
.scroll:focus-visible { outline-offset: -2px; }
.greeting { margin-bottom: 16px; white-space: pre-line; }
.earlier { display: block; margin: 0 auto 16px; color: var(--link); font-size: 13px; font-weight: 500; }
.list { list-style: none; display: flex; flex-direction: column; gap: 16px; }
.bubble { overflow-wrap: anywhere; }
.user { display: flex; flex-direction: column; align-items: flex-end; }
.user .bubble { max-width: 85%; padding: 8px 14px; border-radius: 14px; background: var(--accent); color: var(--on-accent); white-space: pre-wrap; }
.note { margin-top: 4px; font-size: 13px; color: var(--dim); }
.note.failed { color: var(--danger); }
.text { font-weight: 600; text-decoration: underline; text-underline-offset: 2px; }

.bubble > * + * { margin-top: 10px; }
.bubble ul, .bubble ol { padding-inline-start: 22px; }
.bubble li + li { margin-top: 4px; }
.bubble a { color: var(--link); text-decoration: underline; text-underline-offset: 2px; }
.bubble strong, .heading, .sources strong, th { font-weight: 600; }
.bubble em { font-style: italic; }
.bubble code { font: 0.87em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--soft); border-radius: 4px; padding: 1px 4px; }
.bubble pre { overflow-x: auto; padding: 10px 12px; border-radius: 8px; background: var(--soft); direction: ltr; text-align: left; }
.bubble pre code { padding: 0; background: none; white-space: pre; overflow-wrap: normal; }
.bubble blockquote { padding-inline-start: 12px; border-inline-start: 3px solid var(--line); color: var(--dim); }
.bubble hr { border: 0; border-top: 1px solid var(--line); }
.bubble .table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; }
th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: normal; }
.cite { min-width: 18px; height: 18px; margin-inline-start: 3px; padding: 0 5px; border-radius: 9px; background: var(--soft); color: var(--link); font-size: 11px; font-weight: 600; line-height: 18px; text-align: center; vertical-align: 2px; box-shadow: inset 0 0 0 1px var(--line); }
.sources { margin-top: 10px; font-size: 13px; border: 1px solid var(--line); border-radius: 8px; }
.sources summary { padding: 6px 12px; cursor: pointer; color: var(--dim); border-radius: 8px; }
.sources ol { padding: 2px 12px 10px 32px; }
[dir='rtl'] .sources ol { padding: 2px 32px 10px 12px; }
.sources li + li { margin-top: 8px; }
.sources li:focus { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
q { display: block; margin-top: 2px; color: var(--dim); quotes: none; }
.rating { display: flex; gap: 2px; margin: 4px -6px 0; }
.note, .problem, .hint { unicode-bidi: plaintext; }
.dots { display: inline-flex; gap: 4px; padding: 8px 0; }
.dots i { width: 6px; height: 6px; border-radius: 3px; background: var(--dim); animation: blink 1.2s infinite; }
.dots i:nth-child(2) { animation-delay: 0.2s; }
.dots i:nth-child(3) { animation-delay: 0.4s; }
@keyframes blink { 0%, 60%, 100% { opacity: 0.25; } 30% { opacity: 1; } }

.suggestions { display: flex; flex-direction: column; align-items: flex-start; gap: 8px; margin-top: 4px; }
.suggestions button { padding: 7px 14px; border: 1px solid var(--line); border-radius: 18px; color: var(--link); font-weight: 500; font-size: 14px; }
.suggestions button:hover { background: var(--soft); }
.problem { padding: 10px 18px; font-size: 14px; color: var(--danger); border-top: 1px solid var(--line); }
.problem.plain { color: var(--dim); }
form { display: flex; align-items: flex-end; gap: 8px; padding: 10px 10px 10px 18px; border-top: 1px solid var(--line); }
[dir='rtl'] form { padding: 10px 18px 10px 10px; }
form:focus-within { box-shadow: inset 0 2px 0 var(--link); }
textarea { flex: 1; min-width: 0; max-height: 132px; padding: 7px 0; border: 0; outline: 0; resize: none; background: none; font-size: 16px; line-height: 22px; }
textarea:focus-visible { outline: 0; }
textarea::placeholder { color: var(--dim); opacity: 1; }
.send { background: var(--accent); color: var(--on-accent); border-radius: 18px; }
.send:hover:not(:disabled) { background: var(--accent); color: var(--on-accent); filter: brightness(1.08); }
.stop { background: var(--soft); color: var(--text); border-radius: 18px; }
.stop svg { fill: currentColor; width: 18px; height: 18px; }
.hint { padding: 0 18px 8px; font-size: 12px; color: var(--dim); }
@media (max-width: 480px) {
  .panel { inset: 0 !important; width: 100%; max-width: none; height: 100%; border: 0; border-radius: 0;
    padding-top: env(safe-area-inset-top); padding-bottom: env(safe-area-inset-bottom); }
  .open .launcher { display: none; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } .dots i { opacity: 0.6; } }
@media (forced-colors: active) { .panel, .launcher, .user .bubble { border: 1px solid; } }
`;
