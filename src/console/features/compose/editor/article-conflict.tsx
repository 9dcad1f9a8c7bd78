import { ConflictDialog } from '#console/modules/draft/conflict/conflict-dialog.tsx';
import { mergeText } from '#console/modules/draft/conflict/merge-text.ts';
import type { ConflictDialogProps, PartTable } from '#console/modules/draft/conflict/three-way.ts';
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
    merge: MERGES.sections,
    lines: (sections) => Object.values(sections).flatMap((markdown) => markdown.split('\n')),
  },
  seo: { label: 'Search results', merge: MERGES.seo, lines: entries },
  images: {
    label: 'Images',
    merge: MERGES.images,
    lines: (images) => images.map(({ url, alt }) => `${alt}: ${url}`),
  },
};

/** Resolves two versions of an article. */
export function ArticleConflict(props: ConflictDialogProps<ArticleText>) {
  return <ConflictDialog table={ARTICLE_PARTS} {...props} />;
}
