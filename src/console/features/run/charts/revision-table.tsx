import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { percent } from '#console/ui/display/percent.ts';
import { formatDuration } from '#console/ui/display/time.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { RunStatsRevision } from '#generated/model/index.ts';
import { revisionLabel } from '../run-columns.tsx';
import { successRate, validity } from './chart-data.ts';
import classes from './charts.module.css';

const shown = 8;

/** Statistics for the revisions with the most runs. */
export function RevisionTable({ revisions }: { revisions: readonly RunStatsRevision[] }) {
  const { projectId } = useActiveProject();
  if (revisions.length === 0) return null;
  const span = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Statistics by revision">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">Runs</th>
            <th scope="col">Succeeded</th>
            <th scope="col">Median</th>
            <th scope="col">p95</th>
            <th scope="col">Cost per run</th>
            <th scope="col">Valid output</th>
          </tr>
        </thead>
        <tbody>
          {revisions.slice(0, shown).map((row) => (
            <tr key={`${row.task_id} ${row.revision}`}>
              <th scope="row">
                <Link to={`${paths.runs(projectId)}?${filterOf(row)}`}>
                  {row.task_name} <span className="tl-mono">{revisionLabel(row.revision)}</span>
                </Link>
              </th>
              <td>{row.runs.toLocaleString('en-US')}</td>
              <td>{percent(successRate(row))}</td>
              <td>{span(row.latency_p50)}</td>
              <td>{span(row.latency_p95)}</td>
              <td>{costOfOne(row)}</td>
              <td>{percent(validity(row))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Link that filters the list by the revision; drafts have no number to filter by. */
function filterOf({ task_id, revision }: RunStatsRevision): URLSearchParams {
  return new URLSearchParams({
    charts: 'yes',
    task: task_id,
    ...(revision !== null && { revision: String(revision) }),
  });
}

function costOfOne(row: RunStatsRevision): string {
  const priced = row.succeeded + row.failed + row.cancelled - row.unpriced_runs;
  if (priced > 0) return formatMicros(Math.round(row.cost / priced));
  return row.unpriced_runs > 0 ? 'unknown' : '–';
}
