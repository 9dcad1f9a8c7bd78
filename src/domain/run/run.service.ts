import type { Run } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';
import { Taken } from '../table.ts';
import type { RunRow } from './run.tables.ts';
import { noneWaits } from './run-refusals.ts';
import { type RunView, whenEnded } from './run-view.ts';
import { createRunStarter, viewRun } from './start-run.service.ts';
import { toRun } from './to-run.ts';

const CANCEL_PATIENCE_MS = 5000;
const UNFINISHED = { status: { in: ['queued', 'running'] as const } };
/** Runs to stop at once. Their inputs are long. */
const PAGE = 50;

export type RunService = ReturnType<typeof createRunService>;

/** Waits until a cancelled run has ended. Returns its current state if that takes too long. */
function endOf(view: RunView): Promise<Run> {
  return whenEnded(view, AbortSignal.timeout(CANCEL_PATIENCE_MS));
}

/** Starts, finds and controls runs. */
export function createRunService(
  domain: Pick<Domain, 'stores' | 'run' | 'runnables' | 'model' | 'secrets'>,
) {
  const { hub, notify } = domain.run;
  const { runs, replies } = domain.stores.run;

  /** A run that isn't live here: it may have ended since its row was read. */
  async function latest(row: RunRow): Promise<RunRow> {
    return row.ended_at === null ? ((await runs.find({ id: row.id })) ?? row) : row;
  }

  return {
    start: createRunStarter(domain),

    /** @throws ProblemError 404 */
    find: (projectId: string, id: string): Promise<RunRow> =>
      mustFind(runs.find({ id, project_id: projectId })),

    /** A run to follow, or whose end to wait for. */
    async view(row: RunRow): Promise<RunView> {
      return hub.find(row.id)?.shown ?? viewRun(domain, await latest(row));
    },

    /** The current state of a run. */
    async get(row: RunRow): Promise<Run> {
      return hub.find(row.id)?.run ?? toRun(await latest(row));
    },

    /**
     * Delivers a reply to a waiting tool, whichever process executes the run.
     * @throws ProblemError 409 when nothing is waiting for it
     */
    async reply(row: RunRow, stepId: string, text: string): Promise<void> {
      const { id } = row;
      const live = hub.find(id);
      if (live?.waiting.reply(stepId, text)) return;
      if (live || (await latest(row)).ended_at !== null) throw noneWaits();
      // It may be too long for a notification, so the row stores it and the notification only refers to it.
      const reply = text.replaceAll('\0', '\uFFFD').toWellFormed();
      const created_at = new Date().toISOString();
      try {
        await replies.insert({ step_id: stepId, run_id: id, reply, created_at });
      } catch (error) {
        throw error instanceof Taken ? noneWaits() : error;
      }
      await notify('reply', id);
    },

    /** Stops a run, wherever it executes; a finished run stays as it is. */
    async cancel(row: RunRow): Promise<Run> {
      const { id } = row;
      const live = hub.cancel(id);
      if (live) return endOf(live.shown);
      if (row.ended_at !== null) return toRun(row);
      await runs.change({ id, ...UNFINISHED }, { cancel_requested: true });
      await notify('cancel', id);
      return endOf(await viewRun(domain, row));
    },

    /** Stops all runs of a project that was deleted, on whichever node they are executed. Doesn't wait for their ends. */
    async cancelAll(projectId: string): Promise<void> {
      for (const { run } of [...hub.all()]) if (run.project_id === projectId) hub.cancel(run.id);
      const where = { ...UNFINISHED, project_id: projectId, cancel_requested: false };
      for (;;) {
        const ids = (await runs.list({ where, order: ['id'], limit: PAGE })).map(({ id }) => id);
        if (ids.length === 0) return;
        await runs.change({ id: { in: ids } }, { cancel_requested: true });
        for (const id of ids) await notify('cancel', id);
      }
    },
  };
}
