import { GUIDE } from '#generated/guide/guide.ts';
import { html, prose } from './html.ts';
import { intro, page } from './page.ts';

const PATH = '/docs/guide';
const TEXT =
  "How to run and use Taskloom, and what is on each screen of the console. The console's assistant answers from this page, the errors and the API reference.";

/** The guide: the README by topic, and the screens. */
export function guidePage(): string {
  const sections = GUIDE.flatMap(({ id, name, chunks }) => {
    const [path, anchor] = id.split('#');
    const text = chunks.map((chunk) => chunk.text).join('\n\n');
    return path === PATH && anchor ? [{ id: anchor, name, text }] : [];
  });
  return page({
    title: 'Guide',
    path: PATH,
    contents: [['Guide', sections.map(({ id, name }) => ({ id, text: name }))]],
    body: html`${intro('Guide', TEXT)}${sections.map(
      ({ id, name, text }) => html`<section class="schema" id="${id}"><h3>${name}</h3>
${text.split(/(^```[\s\S]*?^```$)/m).map((part) => block(part))}</section>`,
    )}`,
  });
}

function block(text: string) {
  const code = /^```\w*\n([\s\S]*?)\n?```$/.exec(text.trim());
  if (code) return html`<pre><code>${code[1]}</code></pre>`;
  // Tables stay as they are written.
  return text
    .split(/\n\s*\n/)
    .map((part) => (/^\s*\|/.test(part) ? html`<pre>${part.trim()}</pre>` : prose(part)));
}
