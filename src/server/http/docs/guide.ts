import { SCREENS } from '#core/assistant/screens.ts';
import { INDEX_PATH, readGuide } from './guides.ts';
import { html } from './html.ts';
import { prose } from './markdown.ts';
import { page } from './page.ts';

/** A page of `docs/`. The index also has what is on each screen of the console. */
export function guidePage(path: string): string {
  const { title, contents, body } = readGuide(path);
  const screens = path === INDEX_PATH ? SCREENS : [];
  return page({
    title,
    path,
    contents: [
      [title, contents],
      ...(screens.length > 0
        ? [
            [
              'Screens',
              screens.map(({ id, title: text }) => ({ id: `screen-${id}`, text })),
            ] as const,
          ]
        : []),
    ],
    body: html`${body}${screens.length > 0 && html`<h2>Screens of the console</h2>`}${screens.map(
      ({ id, title: name, about }) =>
        html`<section class="schema" id="screen-${id}"><h3>${name}</h3>${prose(about)}</section>`,
    )}`,
  });
}
