import {
  MOCK_DIFFERENCES,
  type MockDifference,
  UNSEEN_DIFFERENCES,
} from '#server/http/docs/mock-differences.ts';
import { type Html, html, prose } from './html.ts';
import { intro, page } from './page.ts';

const TEXT = `The console and its tests can run on mocks made from the same contract, with no server: \`npm run dev:mock\` in a browser, \`npm run mock\` on a port for other clients. They keep state, check permissions and inputs, and answer every operation as the contract says; the contract suite runs the same cases on both.

Where they differ from the server is here. What can be seen in an answer is shown by the contract suite on both, so this list is true.`;

/** Where the mocks are not the server. */
export function mocksPage(): string {
  const shown = Object.entries(MOCK_DIFFERENCES);
  return page({
    title: 'Mocks',
    path: '/docs/mocks',
    contents: [
      ['Shown by tests', shown.map(([id, { title }]) => ({ id, text: title }))],
      [
        'Not seen in an answer',
        UNSEEN_DIFFERENCES.map(({ title }) => ({ id: idOf(title), text: title })),
      ],
    ],
    body: html`${intro('Mocks', TEXT)}
<h2>Shown by tests</h2>${shown.map(([id, difference]) => differenceView(id, difference))}
<h2>Not seen in an answer</h2>${UNSEEN_DIFFERENCES.map((difference) => differenceView(idOf(difference.title), difference))}`,
  });
}

function differenceView(id: string, { title, mocks, server }: MockDifference): Html {
  return html`<section class="schema" id="${id}"><h3>${title}</h3>
<dl class="fields"><dt>Mocks</dt><dd>${prose(mocks)}</dd><dt>Server</dt><dd>${prose(server)}</dd></dl></section>`;
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
