import type {
  EvaluationCheck,
  EvaluationCheckResult,
  EvaluationOutcome,
  ProblemCode,
  Run,
  RunError,
  RunResult,
} from '#generated/model/index.ts';
import { runCheck } from './checks.ts';
import { type JudgeMaterial, judgeVerdict } from './judge.ts';

/** The inputs of a case and what is expected of it. */
export interface EvaluatedCase {
  inputs: Readonly<Record<string, unknown>>;
  expected: RunResult;
}

/** Runs a judge task; returns its finished run, or why it could not be run. */
export type AskJudge = (
  taskId: string,
  material: JudgeMaterial,
) => Promise<Pick<Run, 'status' | 'output' | 'error'> | string>;

/** The outcome of a run according to the checks of its case. */
export async function outcomeOf(
  run: Run,
  of: EvaluatedCase,
  checks: readonly EvaluationCheck[],
  ask: AskJudge,
): Promise<EvaluationOutcome> {
  const results: EvaluationCheckResult[] = [];
  for (const check of checks) {
    // A pattern may take a while, so others have a turn before each.
    if (check.type === 'matches') await new Promise((resolve) => setTimeout(resolve));
    results.push(await hold(check, run, of, ask));
  }
  const reason = whyNotEvaluated(run, results);
  return {
    run_id: run.id,
    status: run.status,
    output: run.output,
    passed: run.status === 'succeeded' && results.every(({ passed }) => passed),
    checks: results,
    latency_ms: run.latency_ms,
    cost: run.usage.cost,
    error: run.error?.message ?? null,
    ...(reason !== undefined && { not_evaluated: reason }),
  };
}

/** Errors of runs for which the provider is to blame, or this server, and not the revision. */
const UNAVAILABLE: ReadonlySet<string> = new Set<ProblemCode>([
  'model_rate_limited',
  'model_failed',
  'model_timeout',
  'model_interrupted',
  'model_unreadable',
  'model_unauthorized',
  'run_lost',
  'unavailable',
]);

/** Whether an error of a run says nothing about its revision. */
export function isUnavailable(error: RunError | null): boolean {
  return error !== null && UNAVAILABLE.has(error.code);
}

/** Whether a retry may succeed. */
export function mayRecover(error: RunError | null): boolean {
  const isPermanent = error?.code === 'model_unauthorized' || error?.code === 'model_unreadable';
  return isUnavailable(error) && !isPermanent;
}

function whyNotEvaluated(
  { status, error }: Run,
  results: readonly EvaluationCheckResult[],
): string | undefined {
  if (status === 'failed' && isUnavailable(error)) return error?.message;
  // A check that was made and failed decides, whatever the others would have said.
  if (results.some(({ passed, not_evaluated }) => !passed && !not_evaluated)) return undefined;
  return results.find(({ not_evaluated }) => not_evaluated)?.message;
}

/** The outcome of a case that could not be run, for example because its inputs are invalid. */
export function unrunOutcome(
  checks: readonly EvaluationCheck[],
  message: string,
): EvaluationOutcome {
  return {
    run_id: null,
    status: 'failed',
    output: null,
    passed: false,
    checks: checks.map((check) => refused(check, 'No output')),
    latency_ms: null,
    cost: null,
    error: message,
  };
}

async function hold(
  check: EvaluationCheck,
  run: Run,
  { inputs, expected }: EvaluatedCase,
  ask: AskJudge,
): Promise<EvaluationCheckResult> {
  const { output, output_valid: valid, latency_ms, usage } = run;
  if (check.type !== 'judge') {
    return runCheck(check, { output, valid, latency_ms, cost: usage.cost }, expected);
  }
  if (run.status !== 'succeeded') return refused(check, 'No output to judge');
  const judged = await ask(check.task_id, { inputs, output, expected });
  if (typeof judged === 'string') return unjudged(check, `The judge could not be run: ${judged}`);
  if (judged.status === 'succeeded') return judgeVerdict(check, judged.output);
  const why = judged.error?.message;
  return unjudged(
    check,
    why === undefined ? 'The judge did not finish' : `The judge failed: ${why}`,
  );
}

/** The failure of a judge says nothing about the output. */
function unjudged(check: EvaluationCheck, message: string): EvaluationCheckResult {
  return { check, passed: false, not_evaluated: true, message };
}

function refused(check: EvaluationCheck, message: string): EvaluationCheckResult {
  return { check, passed: false, message };
}
