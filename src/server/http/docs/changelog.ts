import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangelogChange, ChangelogEntry } from '#contract/changelog/changelog.ts';
import { operations } from '#domain/call.ts';
import { type Html, html } from './html.ts';
import { intro, page } from './page.ts';

const FILE = join(import.meta.dirname, '../../../../generated/docs/changelog.json');
const TEXT =
  "Changes that affect callers, newest first, as found by the contract checks in CI. `npm run contract -- changelog --write` generates this list from the contract's history.";

const KINDS: Readonly<Record<ChangelogChange['kind'], string>> = {
  breaking: 'Breaking',
  removed: 'Removed',
  deprecated: 'Deprecated',
  changed: 'Changed',
  added: 'Added',
};
/** How many operations are listed per change. The rest are only counted. */
const NAMED = 4;

/** The contract's changelog. */
export function changelogPage(): string {
  const entries = JSON.parse(readFileSync(FILE, 'utf8')) as ChangelogEntry[];
  const placed = entries.map((entry, at) => ({ entry, id: entry.commit ?? `${entry.date}-${at}` }));
  return page({
    title: 'Changelog',
    path: '/docs/changelog',
    contents: groupsByDate(placed),
    body: html`${intro('Changelog', TEXT)}${placed.map(({ entry, id }) => entryView(entry, id))}`,
  });
}

function groupsByDate(placed: { entry: ChangelogEntry; id: string }[]) {
  const groups = Map.groupBy(placed, ({ entry }) => entry.date);
  return [...groups].map(([date, own]): [string, { id: string; text: string }[]] => [
    date,
    own.map(({ entry, id }) => ({ id, text: entry.title ?? entry.commit ?? date })),
  ]);
}

function entryView({ date, commit, title, version, verdict, changes }: ChangelogEntry, id: string) {
  const kinds = (Object.keys(KINDS) as ChangelogChange['kind'][])
    .map((kind) => [kind, changes.filter((change) => change.kind === kind)] as const)
    .filter(([, own]) => own.length > 0);
  return html`<section class="schema" id="${id}">
<h3><a class="anchor" href="#${id}">${title ?? date}</a></h3>
<p class="dim">${date}${version && ` · ${version}`}${commit && ` · ${commit}`} · <span class="${verdict}">${verdict}</span></p>
${kinds.map(([kind, own]) => html`<h4>${KINDS[kind]}</h4><ul>${own.map(changeView)}</ul>`)}</section>`;
}

function changeView({ message, operations: named }: ChangelogChange): Html {
  // A message about the operation itself starts with the operation's name.
  const places = named.filter((place) => !message.startsWith(place));
  const more = places.length - NAMED;
  return html`<li>${message}<br><span class="dim">${places
    .slice(0, NAMED)
    .map(
      (place, i) => html`${i > 0 && ', '}${linkTo(place)}`,
    )}${more > 0 && ` and ${more} more`}</span></li>`;
}

/** Links an operation to its reference, if it still exists. */
function linkTo(place: string): Html {
  const [method, path] = place.split(' ');
  const found = Object.values(operations).find((one) => one.method === method && one.path === path);
  return found ? html`<a href="/docs#${found.id}">${place}</a>` : html`${place}`;
}
