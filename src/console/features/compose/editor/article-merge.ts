import {
  type Merged,
  mergeById,
  mergeObject,
  mergeValue,
} from '#console/modules/draft/conflict/merge.ts';
import type { ArticleText } from './article-text.ts';

type Merges = {
  readonly [K in keyof ArticleText]: (
    base: ArticleText[K],
    mine: ArticleText[K],
    theirs: ArticleText[K],
  ) => Merged<ArticleText[K]>;
};

/** How the parts of an article are merged. Only changes in the same place conflict. */
export const MERGES: Merges = {
  brief: mergeObject,
  title: mergeValue,
  titles: mergeById,
  outline: mergeValue,
  sections: mergeObject,
  seo: mergeObject,
  images: mergeById,
};

/**
 * Merges local edits with what a step or someone else wrote in the meantime.
 * @returns null if both changed the same thing
 */
export function mergeTexts(
  base: ArticleText,
  mine: ArticleText,
  theirs: ArticleText,
): ArticleText | null {
  const parts = Object.keys(MERGES) as (keyof ArticleText)[];
  const merged = parts.map((part) => [part, mergePart(part, base, mine, theirs)] as const);
  if (merged.some(([, { clashes }]) => clashes > 0)) return null;
  return Object.fromEntries(merged.map(([part, { value }]) => [part, value])) as ArticleText;
}

function mergePart<K extends keyof ArticleText>(
  part: K,
  base: ArticleText,
  mine: ArticleText,
  theirs: ArticleText,
) {
  return MERGES[part](base[part], mine[part], theirs[part]);
}
