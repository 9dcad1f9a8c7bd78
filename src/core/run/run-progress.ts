import type {
  Run,
  RunEvent,
  RunReasoningEvent,
  RunStatus,
  RunStep,
  RunSummary,
  RunUsage,
} from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';

/** What is known about a run while its events arrive. */
export interface RunProgress {
  /** Undefined until the run is accepted; a full `Run` once it has ended. */
  run: RunSummary | Run | undefined;
  status: RunStatus | undefined;
  /** The model's text so far. */
  text: string;
  /** The trace so far, in the order in which steps began. */
  steps: readonly RunStep[];
  usage: RunUsage | undefined;
  /** The reasoning of the step that is running, as far as it has arrived. */
  reasoning?: { step_id: string; text: string } | undefined;
}

/** A run about which nothing is known yet. */
export const NO_PROGRESS: RunProgress = {
  run: undefined,
  status: undefined,
  text: '',
  steps: [],
  usage: undefined,
};

/** Whether a status is final. */
export function isFinal(status: RunStatus | undefined): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** The progress of a run that was fetched as a whole. */
export function progressOfRun(run: Run, steps: readonly RunStep[] = []): RunProgress {
  return { run, status: run.status, text: run.output_text, steps, usage: run.usage };
}

/** Whether this is the run with its inputs and output, which arrives with the terminal event. */
export function isFullRun(run: RunProgress['run']): run is Run {
  return run !== undefined && 'output_text' in run;
}

/**
 * The progress after an event. Events may be repeated (when a stream is resumed): known text is not added again, a step
 * replaces the one with its id, and everything after the terminal event is ignored.
 */
export function reduceRunEvent(view: RunProgress, event: RunEvent): RunProgress {
  if (isFinal(view.status)) return view;
  switch (event.type) {
    case 'run.started':
      return {
        ...view,
        run: event.run,
        status: event.run.status,
        usage: view.usage ?? event.run.usage,
      };
    case 'run.step':
      return { ...view, steps: withStep(view.steps, event.step) };
    case 'run.delta':
      return withDelta(view, event.offset, event.text);
    case 'run.reasoning':
      return { ...view, reasoning: withReasoning(view.reasoning, event) };
    case 'run.usage':
      return { ...view, usage: event.usage };
    case 'run.reset':
      return { ...view, text: '' };
    case 'run.succeeded':
    case 'run.failed':
    case 'run.cancelled':
      return progressOfRun(event.run, view.steps);
  }
}

function withDelta(view: RunProgress, offset: number, text: string): RunProgress {
  const known = view.text.length - offset;
  // After a gap the text cannot be placed; the terminal event brings all of it.
  if (known < 0 || known >= text.length) return view;
  return { ...view, text: view.text + text.slice(known), status: 'running' };
}

function withReasoning(
  known: RunProgress['reasoning'],
  { step_id, offset, text }: RunReasoningEvent,
): RunProgress['reasoning'] {
  const before = known?.step_id === step_id ? known.text : '';
  // A stream that is resumed sends it again from the start.
  return offset > before.length ? known : { step_id, text: before.slice(0, offset) + text };
}

/** What the model reasoned in the last step in which it did; undefined if there is none. */
export function reasoningOf({
  steps,
  reasoning,
}: Pick<RunProgress, 'steps' | 'reasoning'>): string | undefined {
  const last = steps.findLast(({ output }) => textOfReasoning(output) !== undefined);
  const isRunning = steps.some(({ id, ended_at }) => id === reasoning?.step_id && !ended_at);
  return isRunning || !last ? reasoning?.text : textOfReasoning(last.output);
}

function textOfReasoning(output: unknown): string | undefined {
  const { reasoning } = isObject(output) ? output : { reasoning: undefined };
  return typeof reasoning === 'string' ? reasoning : undefined;
}

function withStep(steps: readonly RunStep[], step: RunStep): RunStep[] {
  const at = steps.findIndex((known) => known.id === step.id);
  return at === -1 ? [...steps, step] : steps.with(at, step);
}
