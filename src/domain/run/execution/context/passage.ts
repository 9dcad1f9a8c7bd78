import type { CitablePassage } from '#core/collection/cite/citations.ts';

/** A piece of a document that matches a query. */
export interface Passage extends CitablePassage {
  page: number | null;
  heading_path: readonly string[];
  /** How well it matches, from 0 to 1. */
  score: number;
  /** Its lexical and vector ranks, from 1; null if that ranking didn't find it. */
  word_rank: number | null;
  meaning_rank: number | null;
}
