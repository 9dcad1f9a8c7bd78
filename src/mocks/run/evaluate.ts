import { judgeInputs } from '#core/evaluation/judge.ts';
import { outcomeOf, unrunOutcome } from '#core/evaluation/outcome.ts';
import { verdictOf } from '#core/evaluation/verdict.ts';
import { checkInputs, knownInputs } from '#core/task/input/inputs.ts';
import type { EvaluationOutcome, EvaluationResult, Run } from '#generated/model/index.ts';
import { type Store, type StoredEvaluation, type StoredTask, timestamp } from '../store.ts';
import { untilEnded } from './engine.ts';
import { putRun } from './put-run.ts';

/** Works on an evaluation, case by case, until it is done or cancelled; also one that a page load interrupted. */
export function ensureEvaluating(store: Store, evaluation: StoredEvaluation): void {
  const isOpen = evaluation.status === 'queued' || evaluation.status === 'running';
  if (!isOpen || store.evaluating.has(evaluation.id)) return;
  store.evaluating.add(evaluation.id);
  void work(store, evaluation.id).finally(() => store.evaluating.delete(evaluation.id));
}

async function work(store: Store, id: string): Promise<void> {
  // Read anew each time: another tab's data may have been taken over.
  const current = () => store.data.evaluations[id];
  for (;;) {
    const evaluation = current();
    const task = store.data.tasks[evaluation?.task_id ?? ''];
    if (!evaluation || !task || !['queued', 'running'].includes(evaluation.status)) return;
    evaluation.status = 'running';
    const position = evaluation.results.findIndex((result) => result.verdict === 'pending');
    const result = evaluation.results[position];
    if (!result) break;
    const done = await evaluateCase(store, task, evaluation, result);
    const kept = current();
    if (kept) kept.results[position] = done;
    store.push();
  }
  const evaluation = current();
  if (evaluation) Object.assign(evaluation, { status: 'succeeded', ended_at: timestamp() });
  store.push();
}

async function evaluateCase(
  store: Store,
  task: StoredTask,
  evaluation: StoredEvaluation,
  result: EvaluationResult,
): Promise<EvaluationResult> {
  const { revision, baseline_revision } = evaluation;
  const [candidate, baseline] = await Promise.all([
    outcome(store, task, evaluation, result, revision),
    baseline_revision === null ? null : outcome(store, task, evaluation, result, baseline_revision),
  ]);
  return { ...result, candidate, baseline, verdict: verdictOf(candidate, baseline) };
}

async function outcome(
  store: Store,
  task: StoredTask,
  evaluation: StoredEvaluation,
  result: EvaluationResult,
  number: number,
): Promise<EvaluationOutcome> {
  const own = task.revisions.find((revision) => revision.number === number);
  const given = knownInputs(own?.definition.variables ?? [], result.inputs);
  const run = await runOf(store, task, evaluation, number, given);
  if (typeof run === 'string') return unrunOutcome(evaluation.checks, run);
  return outcomeOf(run, result, evaluation.checks, async (taskId, material) => {
    const judge = store.data.tasks[taskId];
    const active = judge?.active_revision;
    const revision = judge?.revisions.find((candidate) => candidate.number === active);
    if (!judge || !active || !revision) return 'it has no active revision';
    const inputs = judgeInputs(revision.definition.variables, material);
    return runOf(store, judge, evaluation, active, inputs);
  });
}

/** Runs a revision on inputs, or says why that cannot be. */
async function runOf(
  store: Store,
  task: StoredTask,
  evaluation: StoredEvaluation,
  number: number,
  inputs: Record<string, unknown>,
): Promise<Run | string> {
  const definition = task.revisions.find((revision) => revision.number === number)?.definition;
  if (!definition) return 'There is no such revision';
  const { values, errors } = checkInputs(definition.variables, inputs);
  if (errors.length > 0) {
    const messages = errors.map((error) => error.message).join('; ');
    return `The inputs do not fit the variables of the task. ${messages}`;
  }
  const stored = putRun(store, task, {
    definition,
    revision: number,
    inputs: values,
    source: 'evaluation',
    caller: { type: 'user', ...evaluation.created_by },
  });
  return untilEnded(store, stored);
}

/** Whether the last evaluation of a revision against the active one is done and found no regression. */
export function isWellEvaluated(store: Store, task: StoredTask, revision: number): boolean {
  const last = Object.values(store.data.evaluations)
    .filter(
      (evaluation) =>
        evaluation.task_id === task.id &&
        evaluation.revision === revision &&
        (task.active_revision === null || evaluation.baseline_revision === task.active_revision) &&
        evaluation.status === 'succeeded',
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))[0];
  return last?.results.every(({ verdict }) => verdict !== 'regression') ?? false;
}
