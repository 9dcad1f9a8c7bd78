import type {
  Run,
  RunEvent,
  RunStatus,
  RunStep,
  RunSummary,
  RunUsage,
} from '#generated/model/index.ts';

/** What is known of a run while its events come in. */
export interface RunProgress {
  /** Undefined until the run was accepted; a full `Run` once it has ended. */
  run: RunSummary | Run | undefined;
  status: RunStatus | undefined;
  /** The model's text so far. */
  text: string;
  /** The trace so far, in the order in which the steps began. */
  steps: readonly RunStep[];
  usage: RunUsage | undefined;
}

/** A run of which nothing is known yet. */
export const NO_PROGRESS: RunProgress = {
  run: undefined,
  status: undefined,
  text: '',
  steps: [],
  usage: undefined,
};

/** Whether a run in this state goes on. */
export function isFinal(status: RunStatus | undefined): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** The view of a run that was read as a whole. */
export function progressOfRun(run: Run, steps: readonly RunStep[] = []): RunProgress {
  return { run, status: run.status, text: run.output_text, steps, usage: run.usage };
}

/** Whether the view holds the run with its inputs and output, which comes with the terminal event. */
export function isFullRun(run: RunProgress['run']): run is Run {
  return run !== undefined && 'output_text' in run;
}

/**
 * The view after an event. Events may come again (a stream that is resumed): text that is already there is
 * not added twice, a step takes the place of the one with its id, and nothing follows the terminal event.
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
  // Beyond a gap nothing can be shown in its place; the terminal event brings the whole text.
  if (known < 0 || known >= text.length) return view;
  return { ...view, text: view.text + text.slice(known), status: 'running' };
}

function withStep(steps: readonly RunStep[], step: RunStep): RunStep[] {
  const at = steps.findIndex((known) => known.id === step.id);
  return at === -1 ? [...steps, step] : steps.with(at, step);
}
