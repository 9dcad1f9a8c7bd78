import type { Readable } from 'node:stream';
import { isId } from '#core/ids.ts';
import type { ExportFormat } from '#core/run/run-export.ts';
import { decodeIdCursor, encodeCursor, pageLimit, toPage } from '#domain/paging.ts';
import { notFound } from '#domain/problem.ts';
import type { RunSummaryRow } from '#domain/run/run.store.ts';
import { summaryOf, toRun, toRunSummary, unpackSteps } from '#domain/run/run-views.ts';
import type {
  Run,
  RunCallerList,
  RunList,
  RunStep,
  RunStepList,
  RunSummary,
} from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import type { RunFilter } from './run.repository.ts';
import * as repository from './run.repository.ts';
import { listCallers } from './run-callers.repository.ts';
import { exportRuns } from './run-export.ts';
import { type RunFilterQuery, toFilter } from './run-filter.ts';
import type { RunHub } from './run-hub.ts';

export interface RunListQuery extends RunFilterQuery {
  page_limit?: number;
  cursor?: string;
}

/** How many runs a page of a search looks at: about 30 ms on the embedded database, which does nothing else meanwhile. */
const SEARCH_AT_MOST = 10_000;

interface RunListDeps {
  database: Database;
  hub: RunHub;
  /** Fewer in tests. */
  searchAtMost?: number | undefined;
}

export type RunListService = ReturnType<typeof createRunListService>;

/** The log of runs, and the trace of each. */
export function createRunListService({ database, hub, searchAtMost }: RunListDeps) {
  const { db } = database;

  /** @throws ProblemError 404 */
  async function trace(projectId: string, runId: string): Promise<RunStep[]> {
    const live = hub.find(runId);
    if (live?.run.project_id === projectId) return [...live.steps];
    const row = await repository.getRun(db, projectId, runId);
    if (!row) throw notFound();
    return unpackSteps(await repository.getSteps(db, runId), toRun(row));
  }

  function asTheyStand(row: RunSummaryRow): RunSummary {
    const live = row.ended_at === null ? hub.find(row.id) : undefined;
    return live ? summaryOf(live.run) : toRunSummary(row);
  }

  return {
    /** A page of a project's runs, newest first; those under way here as they stand now. */
    async list(projectId: string, query: RunListQuery = {}): Promise<RunList> {
      const limit = pageLimit(query);
      const filter = toFilter(query);
      const asked = { limit: limit + 1, after: decodeIdCursor(query.cursor) };
      const { rows, last } = isSearch(filter)
        ? await repository.searchRuns(db, projectId, filter, {
            ...asked,
            atMost: searchAtMost ?? SEARCH_AT_MOST,
          })
        : { rows: await repository.listRuns(db, projectId, filter, asked) };
      const page = toPage(rows, limit, ({ id }) => ({ id }));
      return {
        results: page.rows.map(asTheyStand),
        pagination: last
          ? { has_next: true, next_cursor: encodeCursor({ id: last }) }
          : page.pagination,
      };
    },

    /** The run that shows best what a revision does: the last one that somebody tried in the console. */
    async lastTried(taskId: string, revision: number | null): Promise<Run | undefined> {
      const row = await repository.lastTried(db, taskId, revision);
      return row && toRun(row);
    },

    /** The runs of a project as a file, newest first. */
    export(projectId: string, query: RunFilterQuery, format: ExportFormat): Readable {
      return exportRuns(db, projectId, toFilter(query), format);
    },

    /** The trace of a run, in order, in one page; without what went in and came out when that is not asked for. */
    async steps(projectId: string, runId: string, withData: boolean): Promise<RunStepList> {
      const steps = await trace(projectId, runId);
      const results = withData ? steps : steps.map(withoutData);
      return { results, pagination: whole };
    },

    /** One step, with what went in and what came out. */
    async step(projectId: string, runId: string, stepId: string): Promise<RunStep> {
      const step = (await trace(projectId, runId)).find(({ id }) => id === stepId);
      if (!step) throw notFound();
      return step;
    },

    /** Everybody who has run something in the project, by name. */
    async callers(projectId: string): Promise<RunCallerList> {
      return { results: await listCallers(db, projectId), pagination: whole };
    },
  };
}

/** Whether runs have to be read to know whether they are meant; one that is called by its id is found by that. */
function isSearch({ q = '' }: RunFilter): boolean {
  return q.trim() !== '' && !isId('run', q.trim());
}

const whole = { has_next: false, next_cursor: null };

function withoutData(step: RunStep): RunStep {
  return { ...step, input: null, output: null };
}
