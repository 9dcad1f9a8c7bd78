import { newId } from '#core/ids.ts';
import type { Run, RunError, RunStep, RunStepKind, RunUsage } from '#generated/model/index.ts';

/**
 * A run as its followers see it: its current state, and a notification when that changes. Followers track what
 * they have seen themselves, so one that is slow or was disconnected simply catches up.
 */
export interface RunView {
  readonly run: Run;
  readonly steps: readonly RunStep[];
  /** How often the text was restarted. */
  readonly resets: number;
  /** The reasoning in the running step, as far as it has arrived; ended steps contain theirs. */
  readonly reasoning?: Reasoning | undefined;
  /** Whether the run has ended and that has been stored. */
  readonly isEnded: boolean;
  /**
   * Whether followers may have received more of its text than there is here: the process that executes it sends text at
   * once and saves it every half second, so the rest arrives later, or never if that process died.
   */
  readonly mayLag: boolean;
  /**
   * Calls back after each change. Returns the unsubscribe function. A run of another process is only watched while it
   * has subscribers.
   */
  follow(onChange: () => void): () => void;
}

/** The reasoning of a step. */
export interface Reasoning {
  stepId: string;
  text: string;
}

/** How a step ended. */
export interface StepEnd {
  status: 'succeeded' | 'failed' | 'cancelled';
  output?: unknown;
  usage?: RunUsage | null;
  error?: RunError | null;
}

/**
 * Waits for the end of a run.
 * @param left aborts when nobody is waiting any more
 * @returns the run once it has ended and that has been stored, or its current state when `left` aborts
 */
export async function whenEnded(view: RunView, left?: AbortSignal): Promise<Run> {
  if (view.isEnded || left?.aborted) return view.run;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  const unfollow = view.follow(() => {
    if (view.isEnded) stop();
  });
  left?.addEventListener('abort', stop);
  await promise;
  left?.removeEventListener('abort', stop);
  unfollow();
  return view.run;
}

/** A run that has ended, as a view. */
export function endedView(run: Run, steps: readonly RunStep[], resets: number): RunView {
  return { run, steps, resets, isEnded: true, mayLag: isLost(run), follow: () => () => {} };
}

/** Whether the process that executed a run ended before it did. */
export function isLost({ error }: Run): boolean {
  return error?.code === 'run_lost';
}

/** The visible state of a run while this process executes it: its text, reasoning and trace. */
export class ShownRun implements RunView {
  readonly run: Run;
  readonly steps: RunStep[] = [];
  resets = 0;
  reasoning: Reasoning | undefined;
  isEnded = false;
  readonly #acceptedAt = performance.now();
  readonly #followers = new Set<() => void>();

  constructor(run: Run) {
    this.run = run;
  }

  get mayLag(): boolean {
    return isLost(this.run);
  }

  /** Milliseconds since the run was accepted. */
  elapsed(): number {
    return performance.now() - this.#acceptedAt;
  }

  follow(onChange: () => void): () => void {
    this.#followers.add(onChange);
    return () => this.#followers.delete(onChange);
  }

  /** Shows a change of the run to its followers. */
  change(change: Partial<Run> = {}): void {
    Object.assign(this.run, change);
    for (const onChange of this.#followers) onChange();
  }

  write(text: string): void {
    this.run.first_token_ms ??= Math.round(this.elapsed());
    this.change({ output_text: this.run.output_text + text });
  }

  /** Replaces the text so far, by default with text that follows. */
  restart(text = ''): void {
    if (this.run.output_text === text) return;
    this.resets += 1;
    this.change({ output_text: text });
  }

  /** Shows the reasoning of a step as far as it has arrived. */
  reason(stepId: string, text: string): void {
    this.reasoning = { stepId, text };
    this.change();
  }

  /** Adds a step that starts now to the trace. */
  beginStep(kind: RunStepKind, name: string, input: unknown): RunStep {
    const step: RunStep = {
      id: newId('step'),
      kind,
      name,
      status: 'running',
      started_at: new Date().toISOString(),
      ended_at: null,
      offset_ms: rounded(this.elapsed()),
      duration_ms: null,
      input,
      output: null,
      usage: null,
      error: null,
    };
    this.steps.push(step);
    this.change();
    return step;
  }

  endStep(step: RunStep, { status, output = null, usage = null, error = null }: StepEnd): void {
    const ended_at = new Date().toISOString();
    const duration_ms = rounded(this.elapsed() - step.offset_ms);
    this.#replace({ ...step, status, ended_at, duration_ms, output, usage, error });
  }

  /** Marks a step as waiting for a person. */
  holdStep(step: RunStep): void {
    this.#replace({ ...step, status: 'waiting' });
  }

  /** Ends the steps that are still open when the run fails or is stopped. */
  endOpenSteps(end: StepEnd): void {
    for (const step of this.steps) if (step.ended_at === null) this.endStep(step, end);
  }

  /** Call once the end of the run has been stored. */
  end(run: Run): void {
    this.isEnded = true;
    this.change(run);
  }

  /** Steps are replaced, not changed: a follower may still be sending the old one. */
  #replace(step: RunStep): void {
    this.reasoning = this.reasoning?.stepId === step.id ? undefined : this.reasoning;
    this.steps[this.steps.findIndex(({ id }) => id === step.id)] = step;
    this.change();
  }
}

/** Milliseconds to a tenth of a microsecond would be noise. */
function rounded(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}
