import { keepPreviousData } from '@tanstack/react-query';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { percent } from '#console/ui/display/percent.ts';
import { formatDuration } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { useGetRunStats } from '#generated/api/run/run.ts';
import type { ListRunsParams, RunFigures, RunStatsRevision } from '#generated/model/index.ts';
import { revisionLabel } from '../run-columns.tsx';
import { successRate, validity } from './chart-data.ts';
import classes from './charts.module.css';

// The charting library is large, so it loads on demand.
const RunChart = onDemand(() => import('./run-chart.tsx'), 'RunChart');

const REFRESH_MS = 60_000;

/** Statistics of the listed runs: over time and by revision. */
export function ChartsPanel({ params }: { params: ListRunsParams }) {
  const { at } = useActiveProject();
  const { page_limit: _limit, cursor: _cursor, ...filters } = params;
  const query = useGetRunStats(...at, filters, {
    query: {
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
      meta: { silent: true },
    },
  });
  const stats = query.data;
  if (!stats && query.error) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const charts = [
    { kind: 'runs', title: 'Runs', ...runsFigure(stats?.total) },
    { kind: 'latency', title: 'Latency', ...latencyFigure(stats?.total) },
    { kind: 'cost', title: 'Cost', ...costFigure(stats?.total) },
    { kind: 'valid', title: 'Valid output', ...validFigure(stats?.total) },
  ] as const;
  return (
    <section className={classes.panel} aria-label="Charts" aria-busy={!stats}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className={classes.charts} tabIndex={0} aria-label="Trends">
        {charts.map(({ kind, title, figure, note }) => (
          <figure key={kind} className={classes.card}>
            <figcaption>
              <span>{title}</span>
              <strong>{figure}</strong>
              <small>{note}</small>
            </figcaption>
            <div className={classes.chart}>{stats && <RunChart kind={kind} stats={stats} />}</div>
          </figure>
        ))}
      </section>
      {stats && <RevisionTable revisions={stats.revisions} />}
      {stats && !params.created_after && (
        <p className={classes.note}>Last 7 days. Use the time filter to change.</p>
      )}
    </section>
  );
}

interface Figure {
  figure: string;
  note: string;
}

const unknown: Figure = { figure: '–', note: ' ' };

function runsFigure(total: RunFigures | undefined): Figure {
  if (!total) return unknown;
  return {
    figure: total.runs.toLocaleString('en-US'),
    note: total.runs === 0 ? 'no runs' : `${percent(successRate(total))} succeeded`,
  };
}

function latencyFigure(total: RunFigures | undefined): Figure {
  if (!total || total.latency_p50 === null) return unknown;
  const span = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));
  return {
    figure: `${span(total.latency_p50)} median`,
    note: `p95 ${span(total.latency_p95)} · p99 ${span(total.latency_p99)}`,
  };
}

function costFigure(total: RunFigures | undefined): Figure {
  if (!total) return unknown;
  const priced = total.succeeded + total.failed + total.cancelled - total.unpriced_runs;
  const mean = priced > 0 ? `${formatMicros(Math.round(total.cost / priced))} per run` : ' ';
  const rest = total.unpriced_runs > 0 ? ` · ${total.unpriced_runs} unpriced` : '';
  return { figure: formatMicros(total.cost), note: mean + rest };
}

function validFigure(total: RunFigures | undefined): Figure {
  if (!total) return unknown;
  const checked = total.valid + total.invalid;
  return {
    figure: percent(validity(total)),
    note: checked === 0 ? 'no outputs validated' : `of ${checked.toLocaleString('en-US')} outputs`,
  };
}

const REVISIONS_SHOWN = 8;

/** Statistics for the revisions with the most runs. */
function RevisionTable({ revisions }: { revisions: readonly RunStatsRevision[] }) {
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
          {revisions.slice(0, REVISIONS_SHOWN).map((row) => (
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
