import { pause } from '#core/async/abort.ts';
import { judgeInputs } from '#core/evaluation/judge.ts';
import { isUnavailable, mayRecover, outcomeOf, unrunOutcome } from '#core/evaluation/outcome.ts';
import { VERDICTS, verdictOf } from '#core/evaluation/verdict.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import type { EvaluationOutcome, ProblemCode, Run, RunError } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { INTERNAL_ERROR, ProblemError } from '../problem.ts';
import type { RunnablePlace } from '../task/runnable.ts';
import type { EvaluationRun } from './evaluation.port.ts';
import { PENDING } from './evaluation.service.ts';
import type { EvaluationResultRow, EvaluationRow } from './evaluation.tables.ts';

const CASES_AT_ONCE = 4;
/** Cases read at once: an evaluation may have thousands of them, with large inputs. */
const CASES_READ = 50;
/** How often to retry a case that found the server too busy. */
const ATTEMPTS = 3;
/** How often processes may die during an evaluation. One that kills its process would otherwise be retried forever. */
const EVALUATION_ATTEMPTS = 5;
const BUSY_MS = 2000;
/** How often to retry a case whose model is limited or down, and how long to wait for it altogether. */
const FAILURES_MAX = 5;
const WAIT_MAX_MS = 60_000;
const WAITED_MAX_MS = 10 * 60_000;
/** How many earlier runs of a case are looked at. */
const REPLAYS_MAX = 50;
const BUSY: ReadonlySet<string> = new Set(['unavailable', 'rate_limited']);
/** How often to ask again whether other runs have released enough of the balance: for about ten minutes. */
const BALANCE_ATTEMPTS = 2400;
const BALANCE_MS = 250;
/**
 * The number of refusals that are retried although nothing is reserved any more: each concurrent case may have held the
 * reservation and ended since.
 */
const UNHELD_MAX = CASES_AT_ONCE;

/** What evaluating needs. */
export type EvaluatingDomain = Pick<Domain, 'stores' | 'runnables' | 'evaluation'>;

/**
 * Runs the pending cases of an evaluation, several at a time, and records their results.
 * @returns whether all were done; false when it was cancelled or taken over by another worker
 * @throws when no case can be run, for example for lack of balance, or after too many attempts
 */
export async function evaluateCases(
  domain: EvaluatingDomain,
  row: EvaluationRow,
  signal: AbortSignal,
): Promise<boolean> {
  if (row.attempts > EVALUATION_ATTEMPTS) throw stoppedTooOften();
  const next = pendingCases(domain, row);
  const { cases } = domain.evaluation;
  let isStopped = false;
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    while (!signal.aborted && !failure && !isStopped) {
      const seat = cases.seat(row.org_id);
      try {
        await seat.take(signal);
        // Another case may have failed while this one waited for its turn.
        const result = failure || isStopped ? undefined : await next();
        if (!result) return;
        if (!(await evaluateCase(domain, row, result, signal))) isStopped = true;
      } catch (error) {
        if (!signal.aborted) failure ??= { error };
      } finally {
        seat.release();
      }
    }
  };
  await Promise.all(Array.from({ length: CASES_AT_ONCE }, lane));
  if (failure) throw failure.error;
  return !isStopped && !signal.aborted;
}

/** Reads the pending cases of an evaluation in order. Returns a function that returns the next one. */
function pendingCases({ stores }: EvaluatingDomain, { id }: EvaluationRow) {
  let read: EvaluationResultRow[] = [];
  let last = -1;
  let reading: Promise<void> | undefined;
  const readMore = async () => {
    read = await stores.evaluation.results.list({
      where: { evaluation_id: id, rank: PENDING },
      order: ['position'],
      after: [last],
      limit: CASES_READ,
    });
    last = read.at(-1)?.position ?? last;
  };
  return async (): Promise<EvaluationResultRow | undefined> => {
    if (read.length === 0) {
      reading ??= readMore().finally(() => {
        reading = undefined;
      });
      await reading;
    }
    return read.shift();
  };
}

/**
 * Why an evaluation failed, for people.
 * @param report called with errors that people can't do anything about
 */
export function failureOf(reason: unknown, report: (error: unknown) => void): RunError {
  if (reason instanceof ProblemError) return { code: reason.code, message: reason.message };
  report(reason);
  return INTERNAL_ERROR;
}

/** @returns whether the next case may be run */
async function evaluateCase(
  domain: EvaluatingDomain,
  row: EvaluationRow,
  result: EvaluationResultRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { evaluation_id, position } = result;
  const [candidate, baseline] = await Promise.all([
    outcome(domain, row, result, row.revision, signal),
    row.baseline_revision === null
      ? null
      : outcome(domain, row, result, row.baseline_revision, signal),
  ]);
  // The runs ended because this process is shutting down; the next one continues with this case.
  if (signal.aborted && [candidate, baseline].some((one) => one?.status === 'failed')) return false;
  const rank = VERDICTS.indexOf(verdictOf(candidate, baseline));
  const { results, evaluations } = domain.stores.evaluation;
  // A process that has taken over in the meantime gets the same run for the same key, and its result is kept.
  await results.change({ evaluation_id, position, rank: PENDING }, { candidate, baseline, rank });
  const { id, worker_id } = row;
  return (await evaluations.find({ id, worker_id, status: 'running' })) !== undefined;
}

/** @throws ProblemError when no run can be made at all */
async function outcome(
  domain: EvaluatingDomain,
  row: EvaluationRow,
  result: EvaluationResultRow,
  revision: number,
  signal: AbortSignal,
): Promise<EvaluationOutcome> {
  const key = `${row.id} ${result.position} ${revision}`;
  const run = (place: RunnablePlace, target: string, inputs: object, idempotencyKey: string) =>
    runToEnd(domain, { ...requestOf(row, place, target, inputs), idempotencyKey }, signal);
  let done: Run;
  try {
    const place = placeOf(row, row.task_id);
    const { definition } = await domain.runnables.resolve(place, String(revision));
    // Cases are written for the next revision. An older one may lack a variable, and is run without it.
    const inputs = knownInputs(definition.variables, result.inputs);
    done = await run(place, String(revision), inputs, key);
  } catch (error) {
    // An error of this case is its result; an error that affects all cases is not.
    const isOfCase = error instanceof ProblemError && error.status === 400;
    if (isOfCase) return unrunOutcome(row.checks, inWords(error));
    throw error;
  }
  return outcomeOf(done, result, row.checks, async (taskId, material) => {
    try {
      const place = placeOf(row, taskId);
      const { definition } = await domain.runnables.resolve(place);
      const inputs = judgeInputs(definition.variables, material);
      return await run(place, 'active', inputs, `${key} ${taskId}`);
    } catch (error) {
      if (!(error instanceof ProblemError) || PAYING.has(error.code)) throw error;
      return error.message;
    }
  });
}

/**
 * Runs a task to its end. Retries when the run was lost with its process, the server was full, or the model is limited or
 * down, as long as that makes sense; and waits while other runs, such as those of the other cases, hold the balance that
 * this one needs.
 */
async function runToEnd(
  domain: EvaluatingDomain,
  request: EvaluationRun,
  signal: AbortSignal,
): Promise<Run> {
  const { idempotencyKey } = request;
  const since = Date.now();
  let failures = 0;
  let busy = 1;
  let waited = 0;
  let refusals = 0;
  let unheld = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const run = await domain.evaluation.run({
        ...request,
        idempotencyKey: attempt === 1 ? idempotencyKey : `${idempotencyKey} #${attempt}`,
      });
      // A case that is continued finds its earlier runs again, which don't count.
      if (isUnavailable(run.error) && Date.parse(run.created_at) < since && attempt < REPLAYS_MAX)
        continue;
      const wait = mayRecover(run.error) ? waitFor(run, failures, waited) : undefined;
      if (wait === undefined || signal.aborted) return run;
      failures += 1;
      waited += wait;
      // Ends early when the evaluation is stopped.
      await pause(wait, signal).catch(() => undefined);
      if (signal.aborted) return run;
    } catch (error) {
      if (signal.aborted || !(error instanceof ProblemError)) throw error;
      if (PAYING.has(error.code)) {
        refusals += 1;
        unheld = (await isBalanceHeld(domain, request.place.orgId)) ? 0 : unheld + 1;
        if (refusals > BALANCE_ATTEMPTS || unheld > UNHELD_MAX) throw error;
        attempt -= 1;
        await pause(BALANCE_MS);
      } else if (BUSY.has(error.code) && busy < ATTEMPTS) {
        busy += 1;
        await pause(BUSY_MS);
      } else throw error;
    }
  }
}

/** The balance, or the spend limit of an endpoint, doesn't cover a run at the moment. */
const PAYING = new Set<ProblemCode>(['insufficient_balance', 'spend_limit_reached']);

/** Whether unfinished runs have reserved some of an organisation's balance or of a spend limit. */
async function isBalanceHeld({ stores }: EvaluatingDomain, id: string): Promise<boolean> {
  const org = await stores.org.orgs.find({ id });
  if (org !== undefined && org.reserved > 0) return true;
  return (await stores.endpoint.endpoints.count({ org_id: id, reserved: { gt: 0 } })) > 0;
}

/**
 * How long to wait before a case is run again, in milliseconds; undefined if it has been tried often or long enough. Cases
 * that failed together don't return together.
 */
function waitFor({ error }: Run, failures: number, waited: number): number | undefined {
  if (failures >= FAILURES_MAX) return undefined;
  const asked = (error?.retry_after ?? 0) * 1000;
  const isLost = error?.code === 'run_lost';
  const least = isLost ? 0 : Math.max(asked, Math.min(BUSY_MS * 2 ** failures, WAIT_MAX_MS));
  const wait = least * (1 + Math.random() / 4);
  return waited + wait > WAITED_MAX_MS ? undefined : wait;
}

function requestOf(row: EvaluationRow, place: RunnablePlace, revision: string, inputs: object) {
  const by = { id: row.created_by_id, name: row.created_by_name };
  return { place, by, revision, inputs: inputs as Record<string, unknown> };
}

function placeOf({ org_id, project_id }: EvaluationRow, taskId: string): RunnablePlace {
  return { orgId: org_id, projectId: project_id, taskId };
}

function stoppedTooOften(): ProblemError {
  return new ProblemError(
    'run_lost',
    `The server stopped unexpectedly ${EVALUATION_ATTEMPTS} times during this evaluation. Resume it to run the remaining cases.`,
  );
}

function inWords({ message, errors = [] }: ProblemError): string {
  return [message, errors.map((one) => one.message).join('; ')].join(' ').trim();
}
