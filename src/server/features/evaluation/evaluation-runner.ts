import { randomUUID } from 'node:crypto';
import { judgeInputs } from '#core/evaluation/judge.ts';
import { outcomeOf, unrunOutcome } from '#core/evaluation/outcome.ts';
import { verdictOf } from '#core/evaluation/verdict.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import type { UserPrincipal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import type { EvaluationOutcome, Run, RunError } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { createWorker, type Queue } from '../../platform/jobs/worker.ts';
import type { RunService } from '../run/run.service.ts';
import * as repository from './evaluation.repository.ts';

/** At most one of each organisation, so that a long one does not hold up the others. */
const EVALUATIONS_AT_ONCE = 4;
const CASES_AT_ONCE = 4;
const POLL_MS = 5000;
const LEASE_MS = 30_000;
/** Runs of a case that were lost with their process, or found the server too busy, are tried so often. */
const ATTEMPTS = 3;
const BUSY_MS = 2000;

export interface EvaluationRunnerDeps {
  database: Database;
  runs: RunService;
  runnables: Runnables;
  report: (error: unknown) => void;
}

export type EvaluationRunner = ReturnType<typeof createEvaluationRunner>;

/**
 * Works on evaluations, one of an organisation at a time, some cases at a time. When a process dies, any other takes
 * over after the lease; a case's run carries an idempotency key, so that none is paid for twice.
 */
export function createEvaluationRunner(deps: EvaluationRunnerDeps) {
  const { database, runs, runnables, report } = deps;
  const { db } = database;
  const workerId = randomUUID();

  const queue: Queue<repository.EvaluationRow> = {
    claim: ({ underWay }) =>
      repository.claimEvaluation(db, workerId, LEASE_MS, [...underWay.keys()]),
    groupOf: ({ orgId }) => orgId,
    lease: {
      milliseconds: LEASE_MS,
      renew: ({ id }) => repository.holdEvaluation(db, id, workerId, LEASE_MS),
    },
    async work(row, signal) {
      await evaluateCases(row, signal);
      signal.throwIfAborted();
      await repository.moveEvaluation(db, row.id, ['running'], 'succeeded');
    },
    async fail({ id }, error) {
      await repository.moveEvaluation(db, id, ['running'], 'failed', failureOf(error, report));
    },
    release: ({ id }) => repository.releaseEvaluation(db, id, workerId),
  };

  /** @throws when no case can be run, or the evaluation is no longer this process's */
  async function evaluateCases(row: repository.EvaluationRow, signal: AbortSignal): Promise<void> {
    const pending = await repository.pendingResults(db, row.id);
    let failure: { error: unknown } | undefined;
    const lane = async () => {
      while (!signal.aborted && !failure) {
        const result = pending.shift();
        if (!result) return;
        await evaluateCase(row, result, signal).catch((error: unknown) => {
          failure ??= { error };
        });
      }
    };
    await Promise.all(Array.from({ length: CASES_AT_ONCE }, lane));
    if (failure) throw failure.error;
  }

  /** @throws LeaseLost when there is to be no other case */
  async function evaluateCase(
    row: repository.EvaluationRow,
    result: repository.ResultRow,
    signal: AbortSignal,
  ): Promise<void> {
    const { baselineRevision } = row;
    const [candidate, baseline] = await Promise.all([
      outcome(row, result, row.revision, signal),
      baselineRevision === null ? null : outcome(row, result, baselineRevision, signal),
    ]);
    // The runs ended because this process is closing: the next one does this case.
    if (signal.aborted && [candidate, baseline].some((one) => one?.status === 'failed')) return;
    const verdict = verdictOf(candidate, baseline);
    const outcomes = { candidate, baseline, verdict };
    if (!(await repository.saveResult(db, workerId, result, outcomes))) throw new LeaseLost();
  }

  /** @throws ProblemError when no run can be made at all, for want of balance for example */
  async function outcome(
    row: repository.EvaluationRow,
    result: repository.ResultRow,
    revision: number,
    signal: AbortSignal,
  ): Promise<EvaluationOutcome> {
    const key = `${row.id} ${result.position} ${revision}`;
    let run: Run;
    try {
      const place = { ...placeOf(row), taskId: row.taskId };
      const { definition } = await runnables.resolve(place, String(revision));
      // Cases are made for what comes: an older revision may lack a variable, and is tried without it.
      const inputs = knownInputs(definition.variables, result.inputs);
      run = await runOnce(row, row.taskId, String(revision), inputs, key, signal);
    } catch (error) {
      // What is wrong with this case is its result; what is wrong with all of them is not.
      const isOfCase = error instanceof ProblemError && error.status === 400;
      if (isOfCase) return unrunOutcome(row.checks, inWords(error));
      throw error;
    }
    return outcomeOf(run, result, row.checks, async (taskId, material) => {
      try {
        const { definition } = await runnables.resolve({ ...placeOf(row), taskId });
        const inputs = judgeInputs(definition.variables, material);
        return await runOnce(row, taskId, 'active', inputs, `${key} ${taskId}`, signal);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code === 'insufficient_balance') throw error;
        return error.message;
      }
    });
  }

  /** Runs a task to its end; again when the run was lost with its process or there was no room. */
  async function runOnce(
    row: repository.EvaluationRow,
    taskId: string,
    revision: string,
    inputs: Record<string, unknown>,
    key: string,
    signal: AbortSignal,
  ): Promise<Run> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const view = await runs.start({
          place: { ...placeOf(row), taskId },
          principal: principalOf(row),
          access: { orgRole: null, projectRole: 'member' },
          body: { inputs, revision },
          source: 'evaluation',
          idempotencyKey: attempt === 1 ? key : `${key} #${attempt}`,
          isStreamed: false,
        });
        const run = await view.done;
        if (run.error?.code !== 'run_lost' || attempt >= ATTEMPTS) return run;
      } catch (error) {
        const isBusy = error instanceof ProblemError && error.code === 'unavailable';
        if (!isBusy || signal.aborted || attempt >= ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      }
    }
  }

  const worker = createWorker(queue, { concurrency: EVALUATIONS_AT_ONCE, pollMs: POLL_MS, report });
  worker.kick();

  return {
    /** Looks for work at once. */
    wake: worker.kick,
    /** Starts no more cases, waits for those under way, and leaves the rest to other processes. */
    close: worker.close,
  };
}

function placeOf({ orgId, projectId }: repository.EvaluationRow) {
  return { orgId, projectId };
}

/** Whoever asked for the evaluation is the caller of its runs. */
function principalOf(row: repository.EvaluationRow): UserPrincipal {
  const name = row.createdByName;
  return { type: 'user', userId: row.createdById, identityId: '', sessionId: '', name, email: '' };
}

function inWords({ message, errors = [] }: ProblemError): string {
  return [message, errors.map((one) => one.message).join('; ')].join(' ').trim();
}

function failureOf(reason: unknown, report: (error: unknown) => void): RunError {
  if (reason instanceof ProblemError) return { code: reason.code, message: reason.message };
  report(reason);
  return { code: 'internal_error', message: 'Something broke on our side. It has been logged.' };
}
