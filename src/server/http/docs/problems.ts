import type { ProblemCode } from '#generated/model/index.ts';
import { PROBLEM_HELP } from '#generated/problems/problem-help.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { html } from './html.ts';
import { prose } from './markdown.ts';
import { intro, page } from './page.ts';

/** All error codes: what they mean and what to do. */
export function problemsPage(): string {
  const entries = (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => {
    const [status, title] = PROBLEMS[code];
    return html`<section class="schema" id="${code}"><h3>${title}</h3>
<p><code>${code}</code> <span class="dim">status ${status}</span></p>${prose(PROBLEM_HELP[code])}</section>`;
  });
  const text =
    'Every error is `application/problem+json`. Branch on `code`, which never changes. `detail` is human-readable, and `errors` lists the invalid fields.';
  return page({
    title: 'Errors',
    path: '/docs/errors',
    contents: [
      [
        'Problems',
        Object.entries(PROBLEMS).map(([code, [, title]]) => ({
          id: code,
          text: code,
          words: title,
        })),
      ],
    ],
    body: html`${intro('Errors', text)}${entries}`,
  });
}
