import { PGlite } from '@electric-sql/pglite';
import { bm25Scores } from '#core/collection/bm25.ts';

/** A found text and its document. */
export interface Passage {
  document: string;
  text: string;
}

/** The vectors of texts, in their order. */
export type Embed = (texts: readonly string[]) => Promise<number[][]>;

const CHUNK_CHARACTERS = 800;
const FOUND = 50;
const DAMPING = 60;

/**
 * The plain baseline of BUDGETS.md: chunks of 800 characters, BM25 over English stems and cosine, fused by reciprocal
 * rank.
 * @param embed left out for BM25 alone
 */
export async function plainRetrieval(
  documents: readonly Passage[],
  embed?: Embed,
): Promise<(question: string) => Promise<Passage[]>> {
  const chunks = documents.flatMap(({ document, text }) =>
    Array.from({ length: Math.ceil(text.length / CHUNK_CHARACTERS) }, (_, at) => ({
      document,
      text: text.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS),
    })),
  );
  const texts = chunks.map(({ text }) => text);
  const database = await PGlite.create();
  const stems = (some: readonly string[]) => englishStems(database, some);
  const words = await stems(texts);
  const vectors = await embed?.(texts);
  return async (question) => {
    const [asked = []] = await stems([question]);
    const rankings = [ranked(bm25Scores(words, asked)).filter(({ score }) => score > 0)];
    if (embed && vectors) {
      const [vector = []] = await embed([question]);
      rankings.push(ranked(vectors.map((other) => dot(vector, other))));
    }
    const fused = new Map<number, number>();
    for (const ranking of rankings) {
      for (const [rank, { at }] of ranking.slice(0, FOUND).entries())
        fused.set(at, (fused.get(at) ?? 0) + 1 / (DAMPING + 1 + rank));
    }
    return [...fused]
      .sort(([, a], [, b]) => b - a)
      .map(([at]) => chunks[at])
      .filter((chunk) => chunk !== undefined);
  };
}

async function englishStems(database: PGlite, texts: readonly string[]): Promise<string[][]> {
  const { rows } = await database.query<{ words: string[] }>(
    `select coalesce((select array_agg(lexeme) from (
       select lexeme, unnest(positions) from unnest(to_tsvector('english', text))) as each), '{}') as words
     from unnest($1::text[]) with ordinality as t(text, at) order by at`,
    [texts],
  );
  return rows.map(({ words }) => words);
}

function ranked(scores: readonly number[]): { at: number; score: number }[] {
  return scores.map((score, at) => ({ at, score })).sort((a, b) => b.score - a.score);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
