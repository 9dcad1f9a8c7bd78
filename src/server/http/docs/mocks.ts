import {
  MOCK_DIFFERENCES,
  type MockDifference,
  UNSEEN_DIFFERENCES,
} from '#server/http/docs/mock-differences.ts';
import { type Html, html, prose } from './html.ts';
import { intro, page } from './page.ts';

const TEXT = `The console and its tests can run without a server, on mocks that are generated from the same contract: \`npm run dev:mock\` in a browser, or \`npm run mock\` on a port for other clients. They keep state, check permissions and inputs, and implement every operation of the contract. The contract suite runs the same cases on both.

This page lists how they differ from the server. Differences that show in responses are verified by the contract suite.`;

/** How the mocks differ from the server. */
export function mocksPage(): string {
  const shown = Object.entries(MOCK_DIFFERENCES);
  return page({
    title: 'Mocks',
    path: '/docs/mocks',
    contents: [
      ['Verified by tests', shown.map(([id, { title }]) => ({ id, text: title }))],
      [
        'Not visible in responses',
        UNSEEN_DIFFERENCES.map(({ title }) => ({ id: idOf(title), text: title })),
      ],
    ],
    body: html`${intro('Mocks', TEXT)}
<h2>Verified by tests</h2>${shown.map(([id, difference]) => differenceView(id, difference))}
<h2>Not visible in responses</h2>${UNSEEN_DIFFERENCES.map((difference) => differenceView(idOf(difference.title), difference))}`,
  });
}

function differenceView(id: string, { title, mocks, server }: MockDifference): Html {
  return html`<section class="schema" id="${id}"><h3>${title}</h3>
<dl class="fields"><dt>Mocks</dt><dd>${prose(mocks)}</dd><dt>Server</dt><dd>${prose(server)}</dd></dl></section>`;
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
