import { ConflictDialog } from '#console/modules/draft/conflict/conflict-dialog.tsx';
import type { Merged } from '#console/modules/draft/conflict/merge.ts';
import { mergeText } from '#console/modules/draft/conflict/merge-text.ts';
import type { ConflictDialogProps, PartTable } from '#console/modules/draft/conflict/three-way.ts';
import { createArticleVersion } from '#generated/api/compose/compose.ts';
import { useArticleEditor } from './article-context.tsx';
import { MERGES } from './article-merge.ts';
import type { ArticleText } from './article-text.ts';

const entries = (value: object) =>
  Object.entries(value).map(([name, one]) => `${name}: ${[one ?? 'default'].flat().join(', ')}`);

/** How the parts of an article are compared. */
const ARTICLE_PARTS: PartTable<ArticleText> = {
  brief: { label: 'Brief', merge: MERGES.brief, lines: entries },
  title: { label: 'Title', isText: true, merge: mergeText, lines: (title) => [title] },
  titles: {
    label: 'Title ideas',
    merge: MERGES.titles,
    lines: (titles) => titles.map(({ text }) => text),
  },
  outline: {
    label: 'Outline',
    lines: (outline) => outline.map(({ level, heading }) => `${'#'.repeat(level)} ${heading}`),
  },
  sections: {
    label: 'Sections',
    merge: mergeSections,
    lines: (sections) => Object.values(sections).flatMap((markdown) => markdown.split('\n')),
  },
  seo: { label: 'Search results', merge: MERGES.seo, lines: entries },
  images: {
    label: 'Images',
    merge: MERGES.images,
    lines: (images) => images.map(({ url, alt }) => `${alt}: ${url}`),
  },
};

type Sections = ArticleText['sections'];

/** Where both changed the same paragraph of a section, the result contains both. */
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

/** Resolves two versions of an article. The other one is saved first, so that nothing that anybody wrote is lost. */
export function ArticleConflict({ draft, ...props }: ConflictDialogProps<ArticleText>) {
  const { orgId, projectId, articleId } = useArticleEditor().address;
  const resolve = (content: ArticleText) => {
    const version = { name: 'Before a conflict was resolved' };
    void createArticleVersion(orgId, projectId, articleId, version)
      .catch(() => undefined)
      .then(() => draft.resolve(content));
  };
  return <ConflictDialog table={ARTICLE_PARTS} draft={{ ...draft, resolve }} {...props} />;
}
