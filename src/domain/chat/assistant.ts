import { readActions } from '#core/assistant/actions.ts';
import { bm25Scores } from '#core/collection/bm25.ts';
import { termsOf } from '#core/collection/words.ts';
import type { AttachedDocument } from '../run/execution/context/attached.ts';
import type { ChatMessageRow, ChatRow } from './chat.tables.ts';

const FOUND_MAX = 8;
/** In place of passages if nothing in the documentation contains a word of the question. */
const NOTHING: AttachedDocument = { id: '/docs', name: 'Documentation', chunks: [] };

type Chunk = AttachedDocument['chunks'][number];
interface Guide {
  places: { section: AttachedDocument; chunk: Chunk }[];
  words: string[][];
}
let guide: Promise<Guide> | undefined;

/** What the product's documentation says about a question. An id is the part's address, such as `/docs/errors#forbidden`. */
export async function guideAbout(question: string): Promise<AttachedDocument[]> {
  guide ??= readGuide();
  const { places, words } = await guide;
  const scores = bm25Scores(words, termsOf(question));
  const best = [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, FOUND_MAX)
    .flatMap((at) => places[at] ?? []);
  if (best.length === 0) return [NOTHING];
  const bySection = Map.groupBy(best, ({ section }) => section);
  return [...bySection].map(([{ id, name }, found]) => ({
    id,
    name,
    chunks: found.map(({ chunk }) => chunk),
  }));
}

async function readGuide(): Promise<Guide> {
  const { GUIDE } = await import('#generated/guide/guide.ts');
  const places = GUIDE.flatMap((section) => section.chunks.map((chunk) => ({ section, chunk })));
  const words = places.map(({ section, chunk }) => termsOf(`${section.name} ${chunk.text}`));
  return { places, words };
}

/** The end of an answer, with the actions that the assistant offers apart from its text. */
export function withActions(
  { kind }: Pick<ChatRow, 'kind'>,
  change: Partial<ChatMessageRow>,
): Partial<ChatMessageRow> {
  return kind === 'assistant' && change.text !== undefined
    ? { ...change, ...readActions(change.text) }
    : change;
}
