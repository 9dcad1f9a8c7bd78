import { endedView, type RunView } from '#domain/run/live-run.ts';
import type { RunRow } from '#domain/run/run.store.ts';
import { toRun, unpackSteps } from '#domain/run/run-views.ts';
import type { Run, RunStep } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import * as repository from './run.repository.ts';
import { RUN_CHANGED } from './run-hub.ts';

/** Without NOTIFY, or when one is missed. */
const POLL_MS = 1000;

/**
 * A view of a run that this process does not execute: one that has ended, or one of another node, which is read again
 * when that node says that it changed. Its steps come when it has ended.
 */
export async function viewRun(database: Database, row: RunRow): Promise<RunView> {
  const run = toRun(row);
  if (row.ended_at !== null) {
    const steps = await repository.getSteps(database.db, row.id);
    return endedView(run, unpackSteps(steps, run), row.resets);
  }
  return followRemote(database, row);
}

function followRemote(database: Database, row: RunRow): RunView {
  const followers = new Set<() => void>();
  const { promise: done, resolve } = Promise.withResolvers<Run>();
  const view = {
    run: toRun(row),
    steps: [] as readonly RunStep[],
    resets: row.resets,
    isEnded: false,
    done,
    follow(onChange: () => void) {
      followers.add(onChange);
      return () => {
        followers.delete(onChange);
      };
    },
  };
  let isReading = false;

  async function read(): Promise<void> {
    const now = await repository.getRun(database.db, row.project_id, row.id);
    if (!now || view.isEnded) return;
    const run = toRun(now);
    view.steps = now.ended_at
      ? unpackSteps(await repository.getSteps(database.db, row.id), run)
      : [];
    view.run = run;
    view.resets = now.resets;
    view.isEnded = now.ended_at !== null;
    for (const onChange of followers) onChange();
    if (view.isEnded) end(run);
  }

  function readSoon(): void {
    if (isReading) return;
    isReading = true;
    // A failed read is made good by the next.
    void read()
      .catch(() => {})
      .finally(() => {
        isReading = false;
      });
  }

  const timer = setInterval(readSoon, POLL_MS);
  timer.unref();
  const listening = database
    .listen(RUN_CHANGED, (id) => {
      if (id === row.id) readSoon();
    })
    .catch(() => undefined);

  function end(run: Run): void {
    clearInterval(timer);
    void listening.then((stop) => stop?.()).catch(() => {});
    resolve(run);
  }

  return view;
}
