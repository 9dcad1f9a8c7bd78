import { Link } from '#console/ui/navigation/link.tsx';
import type { DatasourceSync } from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import { COUNTS, RESULTS } from './sync-text.ts';

/**
 * What a sync changed, as figures that open the log.
 * @param href of the log, with what it is filtered by
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
