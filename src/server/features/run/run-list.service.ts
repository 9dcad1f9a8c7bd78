import type { Readable } from 'node:stream';
import type { ExportFormat } from '#core/run-export.ts';
import type { Run, RunCallerList, RunList, RunStep, RunStepList } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { decodeIdCursor, pageLimit, toPage } from '../../http/paging.ts';
import { notFound } from '../../http/problem.ts';
import * as repository from './run.repository.ts';
import { listCallers } from './run-callers.repository.ts';
import { exportRuns } from './run-export.ts';
import { type RunFilterQuery, toFilter } from './run-filter.ts';
import type { RunHub } from './run-hub.ts';
import { summaryOf, toRun, toRunSummary, unpackSteps } from './run-views.ts';

export interface RunListQuery extends RunFilterQuery {
  page_limit?: number;
  cursor?: string;
}

export type RunListService = ReturnType<typeof createRunListService>;

/** The log of runs, and the trace of each. */
export function createRunListService({ database, hub }: { database: Database; hub: RunHub }) {
  const { db } = database;

  /** @throws ProblemError 404 */
  async function trace(projectId: string, runId: string): Promise<RunStep[]> {
    const live = hub.find(runId);
    if (live?.run.project_id === projectId) return [...live.steps];
    const row = await repository.getRun(db, projectId, runId);
    if (!row) throw notFound();
    return unpackSteps(await repository.getSteps(db, runId), toRun(row));
  }

  return {
    /** A page of a project's runs, newest first; those under way here as they stand now. */
    async list(projectId: string, query: RunListQuery = {}): Promise<RunList> {
      const limit = pageLimit(query);
      const filter = toFilter(query);
      const after = decodeIdCursor(query.cursor);
      const rows = await repository.listRuns(db, projectId, filter, { limit: limit + 1, after });
      const page = toPage(rows, limit, ({ id }) => ({ id }));
      const results = page.rows.map((row) => {
        const live = row.endedAt === null ? hub.find(row.id) : undefined;
        return live ? summaryOf(live.run) : toRunSummary(row);
      });
      return { results, pagination: page.pagination };
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

const whole = { has_next: false, next_cursor: null };

function withoutData(step: RunStep): RunStep {
  return { ...step, input: null, output: null };
}
