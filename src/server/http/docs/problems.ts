import { PROBLEM_HELP } from '#core/problem/problem-help.ts';
import { problemCatalogue } from '../problem.ts';
import { html, prose } from './html.ts';
import { intro, page } from './page.ts';

/** Every problem: what it means and what to do. */
export function problemsPage(): string {
  const entries = problemCatalogue.map(
    ({ code, status, title }) => html`<section class="schema" id="${code}"><h3>${title}</h3>
<p><code>${code}</code> <span class="dim">status ${status}</span></p>${prose(PROBLEM_HELP[code])}</section>`,
  );
  const text =
    'Every error is `application/problem+json`. `code` says what happened and stays the same for ever; `detail` says it for people; `errors` says where.';
  return page({
    title: 'Problems',
    path: '/docs/errors',
    contents: [
      [
        'Problems',
        problemCatalogue.map(({ code, title }) => ({ id: code, text: code, words: title })),
      ],
    ],
    body: html`${intro('Problems', text)}${entries}`,
  });
}
