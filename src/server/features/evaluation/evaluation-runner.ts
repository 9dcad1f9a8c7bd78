import { randomUUID } from 'node:crypto';
import { judgeInputs } from '#core/evaluation/judge.ts';
import { outcomeOf, unrunOutcome } from '#core/evaluation/outcome.ts';
import { verdictOf } from '#core/evaluation/verdict.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import type { UserPrincipal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { EvaluationOutcome, Run, RunError } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import type { RunService } from '../run/run.service.ts';
import type { RunnableService } from '../task/runnable.service.ts';
import * as repository from './evaluation.repository.ts';

const CONCURRENCY = 4;
const POLL_MS = 5000;
const LEASE_MS = 30_000;
/** Runs of a case that were lost with their process, or found the server too busy, are tried so often. */
const ATTEMPTS = 3;
const BUSY_MS = 2000;

export interface EvaluationRunnerDeps {
  database: Database;
  runs: RunService;
  runnables: RunnableService;
  report: (error: unknown) => void;
}

export type EvaluationRunner = ReturnType<typeof createEvaluationRunner>;

/**
 * Works on evaluations, one after another, some cases at a time. What a process that died left is taken up by any
 * process after its lease; a case's run carries an idempotency key, so that none is paid for twice.
 */
export function createEvaluationRunner(deps: EvaluationRunnerDeps) {
  const { database, runs, runnables, report } = deps;
  const { db } = database;
  const workerId = randomUUID();
  let isClosed = false;
  let current: Promise<void> | undefined;

  function wake(): void {
    if (isClosed || current) return;
    current = workThrough()
      .catch(report)
      .finally(() => {
        current = undefined;
      });
  }

  async function workThrough(): Promise<void> {
    while (!isClosed) {
      const row = await repository.claimEvaluation(db, workerId, LEASE_MS);
      if (!row) return;
      const error = await evaluate(row).catch((reason: unknown) => failureOf(reason, report));
      if (error === 'stopped') continue;
      await repository.moveEvaluation(
        db,
        row.id,
        ['running'],
        error ? 'failed' : 'succeeded',
        error,
      );
    }
  }

  /** @returns null when all cases are done, else why it cannot go on */
  async function evaluate(row: repository.EvaluationRow): Promise<RunError | 'stopped' | null> {
    const pending = await repository.pendingResults(db, row.id);
    let isHeld = true;
    const hold = setInterval(() => {
      void repository
        .holdEvaluation(db, row.id, workerId, LEASE_MS)
        .then((held) => {
          isHeld &&= held;
        })
        .catch(report);
    }, LEASE_MS / 10);
    let failure: unknown;
    const lane = async () => {
      while (isHeld && !isClosed && failure === undefined) {
        const result = pending.shift();
        if (!result) return;
        try {
          isHeld = (await evaluateCase(row, result)) && isHeld;
        } catch (error) {
          failure ??= error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, lane));
    } finally {
      clearInterval(hold);
    }
    if (isClosed || !isHeld) return 'stopped';
    if (failure !== undefined) throw failure;
    return null;
  }

  /** @returns whether there is to be another case */
  async function evaluateCase(
    row: repository.EvaluationRow,
    result: repository.ResultRow,
  ): Promise<boolean> {
    const { baselineRevision } = row;
    const [candidate, baseline] = await Promise.all([
      outcome(row, result, row.revision),
      baselineRevision === null ? null : outcome(row, result, baselineRevision),
    ]);
    // The runs ended because this process does: the next one does this case.
    if (isClosed && [candidate, baseline].some((one) => one?.status === 'failed')) return false;
    const verdict = verdictOf(candidate, baseline);
    return repository.saveResult(db, workerId, result, { candidate, baseline, verdict });
  }

  /** @throws ProblemError when no run can be made at all, for want of balance for example */
  async function outcome(
    row: repository.EvaluationRow,
    result: repository.ResultRow,
    revision: number,
  ): Promise<EvaluationOutcome> {
    const key = `${row.id} ${result.position} ${revision}`;
    let run: Run;
    try {
      const place = { ...placeOf(row), taskId: row.taskId };
      const { definition } = await runnables.resolve(place, String(revision));
      // Cases are made for what comes: an older revision may lack a variable, and is tried without it.
      const inputs = knownInputs(definition.variables, result.inputs);
      run = await runOnce(row, row.taskId, String(revision), inputs, key);
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
        return await runOnce(row, taskId, 'active', inputs, `${key} ${taskId}`);
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
        if (!isBusy || isClosed || attempt >= ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      }
    }
  }

  const timer = setInterval(wake, POLL_MS);
  timer.unref();
  wake();

  return {
    /** Looks at once whether there is something to do. */
    wake,
    /** Takes no more cases; waits for those under way, and lets others go on with the rest. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await current;
      await repository.releaseEvaluations(db, workerId);
    },
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
