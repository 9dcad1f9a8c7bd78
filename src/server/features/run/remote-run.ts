import type { RunRow } from '#domain/run/run.tables.ts';
import { isLost, type RunView } from '#domain/run/run-view.ts';
import { toRun, unpackSteps } from '#domain/run/to-run.ts';
import type { RunStep } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { createStores } from '../../stores.ts';

/** For databases without NOTIFY, and missed notifications. */
const POLL_MS = 1000;

/**
 * A run on another node. While it has subscribers, it is reloaded whenever that node announces a change. Its steps
 * arrive once it has ended.
 */
export function followRemote(database: Database, row: RunRow): RunView {
  const { runs, traces } = createStores(database.db).run;
  const followers = new Set<() => void>();
  let unwatch: (() => void) | undefined;
  const view = {
    run: toRun(row),
    steps: [] as readonly RunStep[],
    resets: row.resets,
    isEnded: false,
    mayLag: true,
    follow(onChange: () => void) {
      followers.add(onChange);
      if (followers.size === 1 && !view.isEnded) unwatch = watch();
      return () => {
        followers.delete(onChange);
        if (followers.size === 0) leave();
      };
    },
  };
  let isReading = false;

  async function read(): Promise<void> {
    const now = await runs.find({ id: row.id });
    if (!now || view.isEnded) return;
    const run = toRun(now);
    view.steps = now.ended_at
      ? unpackSteps((await traces.find({ run_id: row.id }))?.steps ?? [], run)
      : [];
    view.run = run;
    view.resets = now.resets;
    view.isEnded = now.ended_at !== null;
    view.mayLag = !view.isEnded || isLost(run);
    if (view.isEnded) leave();
    for (const onChange of followers) onChange();
  }

  function readSoon(): void {
    if (isReading) return;
    isReading = true;
    // After a failed read, the next one catches up.
    void read()
      .catch(() => {})
      .finally(() => {
        isReading = false;
      });
  }

  function leave(): void {
    unwatch?.();
    unwatch = undefined;
  }

  /** Reloads the run when it changes. Returns the unsubscribe function. */
  function watch(): () => void {
    const timer = setInterval(readSoon, POLL_MS);
    timer.unref();
    const listening = database
      .listen(RUN_CHANGED, (id) => {
        if (id === row.id) readSoon();
      })
      .catch(() => undefined);
    return () => {
      clearInterval(timer);
      void listening.then((stop) => stop?.()).catch(() => {});
    };
  }

  return view;
}

/** On PostgreSQL: announces a change of a run to the nodes following it. The payload is the run's id. */
export const RUN_CHANGED = 'run_changed';
/** On PostgreSQL: asks the node that is executing a run to stop it. The payload is the run's id. */
export const RUN_CANCEL = 'run_cancel';
/**
 * On PostgreSQL: announces a person's reply to the node where a tool is waiting for it. The payload is the run's id.
 */
export const RUN_REPLY = 'run_reply';
