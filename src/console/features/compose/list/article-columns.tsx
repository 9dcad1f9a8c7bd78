import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import { formatMicros } from '#core/billing/money.ts';
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
  {
    header: 'Words',
    width: '80px',
    align: 'right',
    hideBelow: 'sm',
    cell: ({ words }) => words.toLocaleString('en-GB'),
  },
  {
    header: 'Cost',
    width: 'clamp(96px, 9vw, 120px)',
    align: 'right',
    hideBelow: 'md',
    cell: ({ cost }) => formatMicros(cost),
  },
  {
    header: 'Author',
    width: 'minmax(0, 1fr)',
    hideBelow: 'md',
    cell: ({ created_by }) => <span className="tl-truncate">{created_by.name}</span>,
  },
  {
    header: 'Updated',
    sort: 'updated_at',
    width: '112px',
    hideBelow: 'sm',
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
];
