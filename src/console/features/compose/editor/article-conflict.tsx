import { mutate } from '#console/api/query/calls.ts';
import { ConflictDialog } from '#console/modules/draft/conflict/conflict-dialog.tsx';
import type { Merged } from '#console/modules/draft/conflict/merge.ts';
import { mergeText } from '#console/modules/draft/conflict/merge-text.ts';
import type { ConflictDialogProps, PartTable } from '#console/modules/draft/conflict/three-way.ts';
import { createArticleVersion } from '#generated/api/compose/compose.ts';
import { useArticleEditor } from './article-context.tsx';
import { ARTICLE_LINES } from './article-lines.ts';
import { MERGES } from './article-merge.ts';
import type { ArticleText } from './article-text.ts';

/** How the parts of an article are compared and merged. */
const ARTICLE_PARTS: PartTable<ArticleText> = {
  brief: { ...ARTICLE_LINES.brief, merge: MERGES.brief },
  title: { ...ARTICLE_LINES.title, isText: true, merge: mergeText },
  titles: { ...ARTICLE_LINES.titles, merge: MERGES.titles },
  outline: ARTICLE_LINES.outline,
  sections: { ...ARTICLE_LINES.sections, merge: mergeSections },
  seo: { ...ARTICLE_LINES.seo, merge: MERGES.seo },
  images: { ...ARTICLE_LINES.images, merge: MERGES.images },
};

type Sections = ArticleText['sections'];

/** If both changed the same paragraph of a section, the result contains both versions. */
function mergeSections(base: Sections, mine: Sections, theirs: Sections): Merged<Sections> {
  const ids = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const merged = ids.map(
    (id) => [id, mergeText(base[id] ?? '', mine[id] ?? '', theirs[id] ?? '')] as const,
  );
  return {
    value: Object.fromEntries(merged.map(([id, { value }]) => [id, value])),
    clashes: merged.reduce((sum, [, { clashes }]) => sum + clashes, 0),
  };
}

/**
 * Resolves a conflict between two versions of an article. The other version is saved first, so that nothing is lost.
 */
export function ArticleConflict({ draft, ...props }: ConflictDialogProps<ArticleText>) {
  const { orgId, projectId, articleId } = useArticleEditor().address;
  const resolve = (content: ArticleText) => {
    const version = { name: 'Before a conflict was resolved' };
    void mutate(createArticleVersion, orgId, projectId, articleId, version)
      .catch(() => undefined)
      .then(() => draft.resolve(content));
  };
  return <ConflictDialog table={ARTICLE_PARTS} draft={{ ...draft, resolve }} {...props} />;
}
