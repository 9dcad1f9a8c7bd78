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
  const merged = {
    brief: MERGES.brief(base.brief, mine.brief, theirs.brief),
    title: MERGES.title(base.title, mine.title, theirs.title),
    titles: MERGES.titles(base.titles, mine.titles, theirs.titles),
    outline: MERGES.outline(base.outline, mine.outline, theirs.outline),
    sections: MERGES.sections(base.sections, mine.sections, theirs.sections),
    seo: MERGES.seo(base.seo, mine.seo, theirs.seo),
    images: MERGES.images(base.images, mine.images, theirs.images),
  };
  if (Object.values(merged).some(({ clashes }) => clashes > 0)) return null;
  return {
    brief: merged.brief.value,
    title: merged.title.value,
    titles: merged.titles.value,
    outline: merged.outline.value,
    sections: merged.sections.value,
    seo: merged.seo.value,
    images: merged.images.value,
  };
}
