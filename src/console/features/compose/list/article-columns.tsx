import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { countColumn, moneyColumn, textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { ArticleStage, ArticleSummary } from '#generated/model/index.ts';
import { nameOf } from './article-name.ts';

const STAGES: Readonly<Record<ArticleStage, string>> = {
  brief: 'Brief',
  titles: 'Titles',
  outline: 'Outline',
  sections: 'Sections',
  article: 'Complete',
};

/** The columns of the list of articles. */
export const ARTICLE_COLUMNS: readonly Column<ArticleSummary>[] = [
  {
    header: 'Title',
    sort: 'title',
    width: 'minmax(0, 3fr)',
    cell: (article) => (
      <span className="tl-truncate" title={nameOf(article)}>
        {nameOf(article)}
      </span>
    ),
  },
  {
    header: 'Stage',
    width: '116px',
    cell: ({ stage, published_at }) =>
      published_at ? (
        <StatusBadge tone="success">Published</StatusBadge>
      ) : (
        <StatusBadge tone={stage === 'article' ? 'accent' : 'neutral'}>{STAGES[stage]}</StatusBadge>
      ),
  },
  countColumn('Words', ({ words }) => words, { width: '80px', hideBelow: 'sm' }),
  moneyColumn('Cost', ({ cost }) => cost, { width: 'clamp(96px, 9vw, 120px)', hideBelow: 'md' }),
  textColumn('Author', ({ created_by }) => created_by.name, {
    width: 'minmax(0, 1fr)',
    hideBelow: 'md',
  }),
  timeColumn('Updated', ({ updated_at }) => updated_at, {
    width: '112px',
    sort: 'updated_at',
    hideBelow: 'sm',
  }),
];
