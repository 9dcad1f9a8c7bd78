import type { ExportFormat } from '#core/run/run-export.ts';
import type {
  RunCaller,
  RunCallerList,
  RunList,
  RunStep,
  RunStepList,
  RunSummary,
} from '#generated/model/index.ts';
import type { Reader } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import { decodeIdCursor, encodeCursor, type PageQuery, pageLimit, toPage } from '../paging.ts';
import { mustFind } from '../problem.ts';
import { createRunExporter, type ExportPlace } from './export-runs.ts';
import type { RunSummaryRow } from './run.store.ts';
import type { RunRow } from './run.tables.ts';
import { type RunFilterQuery, toFilter } from './run-filter.ts';
import { summaryOf, toRun, toRunSummary, unpackSteps } from './to-run.ts';

/** The maximum number of runs scanned per page: about 30 ms on the embedded database, which is blocked meanwhile. */
export const SCAN_AT_MOST = 10_000;

/**
 * The log of runs, and the trace of each.
 * @param options.scanAtMost how many runs a page scans; lower in tests
 */
export function createRunLogService(
  domain: Pick<Domain, 'exports' | 'stores' | 'run'>,
  { scanAtMost = SCAN_AT_MOST }: { scanAtMost?: number } = {},
) {
  const { exports, stores, run } = domain;
  const { hub } = run;
  const store = stores.run;
  const exportRuns = createRunExporter(store, { exports, scanAtMost });

  async function trace(row: RunRow): Promise<RunStep[]> {
    const live = hub.find(row.id);
    if (live) return [...live.shown.steps];
    const kept = await store.traces.find({ run_id: row.id });
    return unpackSteps(kept?.steps ?? [], toRun(row));
  }

  /** Runs executing here are shown in their current state, which is ahead of what is stored. */
  function toSummary(row: RunSummaryRow): RunSummary {
    const live = row.ended_at === null ? hub.find(row.id) : undefined;
    return live ? summaryOf(live.run) : toRunSummary(row);
  }

  return {
    /** A page of a project's runs, newest first. */
    async list(
      projectId: string,
      query: RunFilterQuery & PageQuery,
      reader: Reader,
    ): Promise<RunList> {
      const limit = pageLimit(query);
      const filter = toFilter(query, reader);
      const after = decodeIdCursor(query.cursor);
      const { rows, last } = await store.list(projectId, filter, {
        limit: limit + 1,
        after,
        atMost: scanAtMost,
      });
      const page = toPage(rows, limit, ({ id }) => ({ id }));
      return {
        results: page.rows.map(toSummary),
        pagination: last
          ? { has_next: true, next_cursor: encodeCursor({ id: last }) }
          : page.pagination,
      };
    },

    /**
     * The runs of a project as a file, newest first.
     * @throws ProblemError 429 or 503 when there are too many exports
     */
    export: (place: ExportPlace, query: RunFilterQuery, format: ExportFormat, reader: Reader) =>
      exportRuns(place, toFilter(query, reader), format),

    /** The trace of a run, in order, on one page; `withData` includes each step's input and output. */
    async steps(row: RunRow, withData: boolean): Promise<RunStepList> {
      const steps = await trace(row);
      const results = withData ? steps : steps.map(withoutData);
      return { results, pagination: whole };
    },

    /** One step, with its input and output. */
    async step(row: RunRow, stepId: string): Promise<RunStep> {
      return mustFind((await trace(row)).find(({ id }) => id === stepId));
    },

    /** All callers of the project's tasks whose runs the reader may see, by name. */
    async callers(projectId: string, reader: Reader): Promise<RunCallerList> {
      const rejected = await store.rejectedCallers(projectId);
      const all = [...rejected, ...(await store.callers(projectId, toFilter({}, reader)))];
      const known = new Map(all.map((caller) => [caller.id, caller]));
      return { results: [...known.values()].sort(byName), pagination: whole };
    },
  };
}

function byName(a: RunCaller, b: RunCaller): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1);
}

const whole = { has_next: false, next_cursor: null };

function withoutData(step: RunStep): RunStep {
  return { ...step, input: null, output: null };
}
