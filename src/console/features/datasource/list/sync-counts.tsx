import { Link } from '#console/ui/navigation/link.tsx';
import type { DatasourceSync } from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import { COUNTS, RESULTS } from './sync-text.ts';

/**
 * The counts of a sync, as links to its log.
 * @param href the URL of the log with a filter
 */
export function SyncCounts({
  sync,
  href,
}: {
  sync: DatasourceSync;
  href: (result: string) => string;
}) {
  return (
    <ul className={classes.counts} aria-label="Last sync">
      {COUNTS.map((name) => (
        <li key={name}>
          <Link
            to={href(name)}
            className={classes.count}
            data-zero={sync[name] === 0 || undefined}
            data-tone={name === 'failed' && sync.failed > 0 ? 'danger' : undefined}
          >
            <strong>{sync[name].toLocaleString('en-GB')}</strong> {RESULTS[name].toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  );
}
