import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import { CANCELLED, type LiveRun } from '#domain/run/live-run.ts';
import type { RunHub } from '#domain/run/run-hub.ts';
import type { RunError } from '#generated/model/index.ts';
import type { Database } from '../../../db/client.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { RUN_CANCEL, RUN_CHANGED, RUN_REPLY } from '../remote-run.ts';
import type { RunWriter } from '../run-writer.ts';
import * as repository from './run-keeper.repository.ts';
import { expireRuns, sweepRuns } from './run-keeper.repository.ts';

/** How often the output of runs is saved. */
const CHECKPOINT_MS = 500;
const SWEEP_MS = 3_600_000;

const LOST: RunError = {
  code: 'run_lost',
  message:
    'The server stopped unexpectedly during this run. You were charged only for what it had used. Run it again.',
};

/** The reason given to runs that are stopped at shutdown. */
export const SHUT_DOWN = new ModelFailure(
  'run_lost',
  'The server was stopped before the run ended. Run it again.',
);

export interface RunKeeperDeps {
  database: Database;
  hub: RunHub;
  writer: RunWriter;
  /** Notes what a call has cost an organisation's own endpoint up to now. */
  note: (one: LiveRun) => Promise<void>;
  report: (error: unknown) => void;
}

/**
 * Looks after runs: saves their output, stops those cancelled on another node, and ends those whose process has died.
 */
export async function createRunKeeper(deps: RunKeeperDeps): Promise<JobKind> {
  const { database, hub, writer, note, report } = deps;
  const { db } = database;
  const isShared = database.kind === 'postgres';
  /** The states that were saved last. */
  const saved = new WeakMap<LiveRun, string>();

  /** Delivers replies from people on other nodes to the tools waiting here. */
  async function takeReplies(only?: string): Promise<void> {
    const waiting = [...hub.all()].filter(
      (one) => one.waiting.isWaiting && (only === undefined || one.run.id === only),
    );
    if (waiting.length === 0) return;
    const ids = waiting.map(({ run }) => run.id);
    for (const { run_id, step_id, reply } of await repository.takeReplies(db, ids))
      hub.find(run_id)?.waiting.reply(step_id, reply);
  }

  async function checkpoint(): Promise<void> {
    // A notification can be missed.
    await takeReplies();
    const ripe = [...hub.all()].filter((one) => one.shown.elapsed() >= CHECKPOINT_MS);
    if (ripe.length === 0) return;
    for (const one of ripe) one.estimate();
    await Promise.all([...ripe.map(save), ...ripe.map(note)]);
  }

  async function save(one: LiveRun): Promise<void> {
    const { run, resets } = one.shown;
    const { input_tokens, output_tokens, cost } = run.usage;
    const state = `${run.status} ${resets} ${run.output_text.length} ${input_tokens} ${output_tokens}`;
    if (saved.get(one) === state || run.status === 'queued') return;
    saved.set(one, state);
    const written = await writer.checkpoint({
      id: run.id,
      output_text: run.output_text,
      resets,
      input_tokens,
      output_tokens,
      cost,
      billed: one.spending.billedSoFar(),
      first_token_ms: run.first_token_ms,
    });
    if (written?.isCancelRequested) hub.cancel(run.id);
    if (!written && !one.shown.isEnded) one.abort.abort(CANCELLED);
    if (isShared) await database.notify(RUN_CHANGED, run.id);
  }

  await repository.listForgotten(db);
  const listening = isShared
    ? await Promise.all([
        database.listen(RUN_CANCEL, (id) => void hub.cancel(id)),
        database.listen(RUN_REPLY, (id) => void takeReplies(id).catch(report)),
      ])
    : [];
  return {
    name: 'runs',
    rounds: [
      [CHECKPOINT_MS, checkpoint],
      [
        SWEEP_MS,
        async () => {
          await repository.listForgotten(db);
          await sweepRuns(db);
          await expireRuns(db);
        },
      ],
    ],
    async onDeath(tx, dead) {
      const ids = await repository.reapRuns(tx, dead, LOST);
      return async () => {
        if (isShared) for (const id of ids) await database.notify(RUN_CHANGED, id);
      };
    },
    // Unfinished runs end as lost when this process leaves.
    onClose: () => Promise.all(listening.map((stop) => stop())),
  };
}
