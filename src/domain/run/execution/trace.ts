import { newId } from '#core/ids.ts';
import type { RunError, RunStep, RunStepKind, RunUsage } from '#generated/model/index.ts';
import type { LiveRun } from '../live-run.ts';

/** How a step ended. */
export interface StepEnd {
  status: 'succeeded' | 'failed' | 'cancelled';
  output?: unknown;
  usage?: RunUsage | null;
  error?: RunError | null;
}

/** Adds a step that starts now to a run's trace, and notifies its followers. */
export function beginStep(live: LiveRun, kind: RunStepKind, name: string, input: unknown): RunStep {
  const step: RunStep = {
    id: newId('step'),
    kind,
    name,
    status: 'running',
    started_at: new Date().toISOString(),
    ended_at: null,
    offset_ms: rounded(live.elapsed()),
    duration_ms: null,
    input,
    output: null,
    usage: null,
    error: null,
  };
  live.steps.push(step);
  live.changed();
  return step;
}

/** Ends a step now. Steps are replaced, not changed: a follower may still be sending the old one. */
export function endStep(live: LiveRun, step: RunStep, end: StepEnd): void {
  const ended: RunStep = {
    ...step,
    status: end.status,
    ended_at: new Date().toISOString(),
    duration_ms: rounded(live.elapsed() - step.offset_ms),
    output: end.output ?? null,
    usage: end.usage ?? null,
    error: end.error ?? null,
  };
  live.steps[live.steps.findIndex(({ id }) => id === step.id)] = ended;
  live.changed();
}

/** Marks a step as waiting for a person. */
export function showWaiting(live: LiveRun, step: RunStep): void {
  live.steps[live.steps.findIndex(({ id }) => id === step.id)] = { ...step, status: 'waiting' };
  live.changed();
}

/** Ends the steps that were still open when the run failed or was stopped. */
export function endOpenSteps(live: LiveRun, end: StepEnd): void {
  for (const step of live.steps) if (step.ended_at === null) endStep(live, step, end);
}

/** Milliseconds to a tenth of a microsecond would be noise. */
function rounded(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}
