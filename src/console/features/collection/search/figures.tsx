import { formatDateTime } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import type { CollectionIndex, RetrievalFigures } from '#generated/model/index.ts';
import classes from './search.module.css';
import { figureText } from './search-rules.ts';

type Name = 'recall' | 'mrr' | 'ndcg';

export const FIGURES: { name: Name; label: (k: number) => string; help: string }[] = [
  {
    name: 'recall',
    label: (k) => `Recall@${k}`,
    help: 'Share of the expected passages that were found',
  },
  { name: 'mrr', label: () => 'MRR', help: 'Mean of 1 / rank of the first expected passage' },
  { name: 'ndcg', label: () => 'nDCG', help: 'Like recall, but a higher rank counts more' },
];

interface FiguresProps {
  figures: RetrievalFigures | null;
  /** All versions of the index, newest first. */
  indexes: readonly CollectionIndex[];
}

/** The retrieval metrics of the saved questions, across the versions of the index. */
export function Figures({ figures, indexes }: FiguresProps) {
  const versions = indexes.filter((index) => index.figures !== null).reverse();
  const k = figures?.k ?? 5;
  return (
    <div>
      <dl className={classes.figures}>
        {FIGURES.map(({ name, label, help }) => (
          <div key={name}>
            <Tooltip label={help}>
              <dt>{label(k)}</dt>
            </Tooltip>
            <dd>{figureText(figures?.[name])}</dd>
            {versions.length > 1 && (
              <Line values={versions.map((index) => index.figures?.[name] ?? 0)} />
            )}
          </div>
        ))}
      </dl>
      <p className={classes.aside}>
        {figures
          ? `${figures.questions === 1 ? '1 question' : `${figures.questions} questions`}, asked ${formatDateTime(figures.created_at)}`
          : 'Ask all questions to measure the index.'}
      </p>
    </div>
  );
}

const WIDTH = 56;
const HEIGHT = 16;

/** Values from 0 to 1 as a sparkline. It's decorative, because the last value is shown beside it. */
function Line({ values }: { values: readonly number[] }) {
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, at) => `${at * step},${(1 - value) * HEIGHT}`);
  return (
    <svg
      className={classes.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
