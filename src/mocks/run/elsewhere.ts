import type { RunRow } from '#domain/run/run.tables.ts';
import type { RunView } from '#domain/run/run-view.ts';
import { toRun } from '#domain/run/to-run.ts';
import type { Stores } from '#domain/stores.ts';
import { openPages, PAGE } from '../chat/page.ts';
import type { Store } from '../store.ts';

const LOOK_MS = 300;

/** Whether another open tab executes a run: that of an answer in a chat. */
export async function isElsewhere({ chat }: Pick<Stores, 'chat'>, { id, source }: RunRow) {
  if (source !== 'chat') return false;
  const answer = await chat.messages.find({ run_id: id });
  const worker = answer?.worker_id ?? PAGE;
  return worker !== PAGE && (await openPages()).has(worker);
}

/** A run of another tab, which saves its text from time to time. */
export function viewElsewhere(store: Store, stores: Pick<Stores, 'run'>, row: RunRow): RunView {
  let current = row;
  let latest = toRun(row);
  async function look(onChange: () => void): Promise<void> {
    store.pull();
    const found = await stores.run.runs.find({ id: row.id });
    const isSame =
      found?.output_text === current.output_text && found.ended_at === current.ended_at;
    if (!found || isSame) return;
    current = found;
    latest = toRun(found);
    onChange();
  }
  return {
    get run() {
      return latest;
    },
    steps: [],
    get resets() {
      return current.resets;
    },
    get isEnded() {
      return current.ended_at !== null;
    },
    mayLag: true,
    follow(onChange) {
      const timer = setInterval(() => void look(onChange).catch(console.error), LOOK_MS);
      return () => clearInterval(timer);
    },
  };
}
