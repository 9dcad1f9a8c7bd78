import { HEADINGS_MAX } from '#core/compose/limits.ts';
import { DAY_MS } from '#core/limits.ts';
import type { StoredContent, StoredSection } from '#domain/compose/compose.tables.ts';
import type { StoreData } from '../store.ts';
import { addArticle, finished, NOTHING, outlined } from './articles.ts';
import { seedId } from './ids.ts';

/** The articles of a busy project, besides those of the other scenarios. */
const MANY = 600;
const EVERY_MS = 9 * 3_600_000;
/** Of one section of the longest article. One hundred of them nearly reach the limit of a whole article. */
const LONG_SECTION = 4600;

const ACTIONS = ['Choosing', 'Cleaning', 'Repairing', 'Placing', 'Comparing', 'Giving'];
const THINGS = ['a floor lamp', 'a desk', 'an oak shelf', 'a wall clock', 'linen', 'a kettle'];
const PLACES = [
  'a small flat',
  'the office',
  'a rented room',
  'the hallway',
  'a child\u2019s room',
];

/** Articles in all stages, by several people, and one as long as an article may be. */
export function seedManyArticles(data: StoreData, now: number): void {
  const authors = Object.values(data.tables.user).slice(0, 12);
  const whole = finished();
  const planned = outlined();
  const written = (at: number) => ({
    author: authors[at % authors.length],
    cost: (at % 7) * 3100,
    at: now - 4 * DAY_MS - at * EVERY_MS,
  });
  for (let at = 0; at < MANY; at++) {
    const title = titleOf(at);
    const brief = { ...planned.brief, topic: title };
    const stages: StoredContent[] = [
      { ...whole, title },
      { ...planned, brief, title },
      { ...whole, title, sections: whole.sections.slice(0, 1) },
      { ...NOTHING, brief, titles: [{ id: seedId('title', 3), text: title, kept: false }] },
      { ...NOTHING, brief },
    ];
    const content = stages[at % stages.length];
    if (content) addArticle(data, 100 + at, content, written(at));
  }
  addArticle(data, 100 + MANY, longest(), { ...written(0), at: now - 2 * DAY_MS });
}

function titleOf(at: number): string {
  const action = ACTIONS[at % ACTIONS.length];
  const thing = THINGS[Math.floor(at / ACTIONS.length) % THINGS.length];
  const place = PLACES[Math.floor(at / ACTIONS.length / THINGS.length) % PLACES.length];
  const part = Math.floor(at / ACTIONS.length / THINGS.length / PLACES.length) + 1;
  return `${action} ${thing} for ${place}${part > 1 ? `, part ${part}` : ''}`;
}

function longest(): StoredContent {
  const whole = finished();
  const outline = Array.from({ length: HEADINGS_MAX }, (_, index) => ({
    id: seedId('heading', 100 + index),
    heading: `Everything about lamps, chapter ${index + 1}`,
    level: 2,
    notes: '',
  }));
  const paragraph = 'A lamp that was mounted counts as used, unless it arrived **damaged**.\n\n';
  const sections = outline.map(
    ({ id, heading }): StoredSection => ({
      id,
      markdown: `## ${heading}\n\n${paragraph.repeat(LONG_SECTION / paragraph.length)}`.trim(),
      is_unchanged: false,
      passages: [],
      citations: [],
    }),
  );
  return { ...whole, title: 'Everything about lamps', outline, sections };
}
