import { bm25Scores } from '#core/collection/bm25.ts';
import { searchableText } from '#core/collection/words.ts';
import type { Passage } from './passage.ts';

/** A document that is attached to a chat message. */
export interface AttachedDocument {
  id: string;
  name: string;
  chunks: readonly { text: string; page: number | null; heading_path: readonly string[] }[];
}

const PASSAGES_MAX = 20;
const CHUNKS_AT_ONCE = 200;
/** Words are compared by their beginnings: “trains” matches “train”. */
const STEM = 6;

/**
 * The chunks of attached documents that match a query best, then their first ones: "summarise this" has no word in common
 * with what it asks about.
 * @param documents newest first
 */
export async function attachedPassages(
  documents: readonly AttachedDocument[],
  query: string,
): Promise<readonly Passage[]> {
  const chunks = documents.flatMap(({ id, name, chunks: own }) =>
    own.map((chunk) => ({ ...chunk, document_id: id, document_name: name })),
  );
  const words: string[][] = [];
  for (const [at, { text, heading_path }] of chunks.entries()) {
    words.push(wordsIn(`${heading_path.join(' ')} ${text}`));
    // Many long documents take a second, in which others are served too.
    if (at % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1) await new Promise((next) => setTimeout(next));
  }
  const scores = bm25Scores(words, wordsIn(query));
  const best = Math.max(...scores, 1e-9);
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return order.slice(0, PASSAGES_MAX).flatMap((at, index) => {
    const chunk = chunks[at];
    if (!chunk) return [];
    const { text, page, heading_path, document_id, document_name } = chunk;
    const score = scores[at] ?? 0;
    return {
      collection_id: null,
      document_id,
      document_name,
      text,
      page,
      heading_path,
      chunks: [{ id: null, page, text }],
      score: score / best,
      word_rank: score > 0 ? index + 1 : null,
      meaning_rank: null,
    };
  });
}

function wordsIn(text: string): string[] {
  const words =
    searchableText(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.replace(/(?<=\p{sc=Latn}{3})s$/u, '').slice(0, STEM));
}
