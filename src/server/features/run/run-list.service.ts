import type { Run, RunList, RunSource, RunStatus, RunStepList } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { decodeIdCursor, pageLimit, toPage } from '../../http/paging.ts';
import { notFound } from '../../http/problem.ts';
import * as repository from './run.repository.ts';
import type { RunHub } from './run-hub.ts';
import { summaryOf, toRun, toRunSummary, unpackSteps } from './run-views.ts';

export interface RunListQuery {
  page_limit?: number;
  cursor?: string;
  q?: string;
  task_id?: string;
  status?: RunStatus[];
  source?: RunSource;
  revision?: number;
  created_after?: string;
  created_before?: string;
}

export type RunListService = ReturnType<typeof createRunListService>;

/** The log of runs, and the trace of each. */
export function createRunListService({ database, hub }: { database: Database; hub: RunHub }) {
  const { db } = database;
  return {
    /** A page of a project's runs, newest first; those under way here as they stand now. */
    async list(projectId: string, query: RunListQuery = {}): Promise<RunList> {
      const limit = pageLimit(query);
      const filter = {
        q: query.q,
        taskId: query.task_id,
        status: query.status,
        source: query.source,
        revision: query.revision,
        createdAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
        createdBefore:
          query.created_before === undefined ? undefined : new Date(query.created_before),
      };
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

    /** The trace of a run, in order, in one page. */
    async steps(projectId: string, runId: string): Promise<RunStepList> {
      const pagination = { has_next: false, next_cursor: null };
      const live = hub.find(runId);
      if (live?.run.project_id === projectId) return { results: [...live.steps], pagination };
      const row = await repository.getRun(db, projectId, runId);
      if (!row) throw notFound();
      return { results: unpackSteps(await repository.getSteps(db, runId), toRun(row)), pagination };
    },
  };
}
