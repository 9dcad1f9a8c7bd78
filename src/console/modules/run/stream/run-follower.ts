import { isApiError } from '#console/api/api-error.ts';
import { RetryKey } from '#console/api/http/retry-key.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import {
  isFinal,
  NO_PROGRESS,
  progressOfRun,
  type RunProgress,
  reduceRunEvent,
} from '#core/run/run-progress.ts';
import type { Run, RunCreate, RunEvent, RunInputs, RunStep } from '#generated/model/index.ts';

/** What a follower needs from the API. */
export interface RunTransport {
  /**
   * Starts a run and yields its events, resuming over dropped connections.
   * @throws ApiError when the call is refused or the connection can't be restored
   */
  start(body: RunCreate, key: string, options: FollowOptions): AsyncIterable<RunEvent>;
  /** Yields the events of a run from its start; resumes and throws like `start`. */
  follow(runId: string, options: FollowOptions): AsyncIterable<RunEvent>;
  read(runId: string, signal: AbortSignal): Promise<Run>;
  readSteps(runId: string, signal: AbortSignal): Promise<RunStep[]>;
  cancel(runId: string): Promise<Run>;
}

export interface FollowOptions {
  signal: AbortSignal;
  /** Called when the connection is lost and when it is restored. */
  onConnection: (connected: boolean) => void;
}

/** The phase of a follower. `refused`: the call or the connection failed, see `error`. */
export type RunPhase = 'idle' | 'starting' | 'loading' | 'live' | 'ended' | 'refused';

export interface RunState {
  phase: RunPhase;
  runId: string | null;
  progress: RunProgress;
  /** Whether events are arriving; false while reconnecting. */
  connected: boolean;
  stopping: boolean;
  error: unknown;
  /** The inputs, once known. */
  inputs: RunInputs | null;
  /** When the run was requested, in ms since 1970; the timer counts from here. */
  startedAt: number;
}

const idle: RunState = {
  phase: 'idle',
  runId: null,
  progress: NO_PROGRESS,
  connected: true,
  stopping: false,
  error: null,
  inputs: null,
  startedAt: 0,
};

interface FollowerOptions {
  transport: RunTransport;
  /** Runs a function on the next frame, so that everything arriving within a frame is rendered together. */
  schedule?: (flush: () => void) => void;
}

/**
 * Starts or attaches to runs and follows them. It lives on while unmounted, so that changing tabs loses nothing. A
 * store for `useSyncExternalStore`.
 */
export class RunFollower {
  #state: RunState = idle;
  #pending: RunState | null = null;
  #listeners = new Set<() => void>();
  #work: AbortController | null = null;
  /** A request whose first response was lost may still have been accepted. */
  readonly #key = new RetryKey();
  readonly #options: Required<FollowerOptions>;
  /** Called once for each run that ended while being followed. */
  onEnded: (run: Run) => void = () => undefined;

  constructor(options: FollowerOptions) {
    this.#options = { schedule: atNextFrame, ...options };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): RunState => this.#state;

  /** Whether a run is starting or in progress. */
  get busy(): boolean {
    const { phase } = this.#pending ?? this.#state;
    return phase === 'starting' || phase === 'live';
  }

  /** Starts a run. A run being followed is detached; it stays in the log. */
  async start(body: RunCreate): Promise<void> {
    const signal = this.#begin({
      ...idle,
      phase: 'starting',
      inputs: body.inputs,
      startedAt: Date.now(),
    });
    const key = this.#key.keyFor(body);
    await this.#watch(signal, (options) => this.#options.transport.start(body, key, options));
    const { phase, progress } = this.#latest;
    if (phase === 'ended' && !signal.aborted)
      track('Task run', { status: progress.status ?? null });
  }

  /** Attaches to a run by its id: shows a finished one, follows one in progress. */
  async attach(runId: string): Promise<void> {
    const { transport } = this.#options;
    const signal = this.#begin({ ...idle, phase: 'loading', runId, startedAt: Date.now() });
    try {
      const run = await transport.read(runId, signal);
      this.#set(signal, {
        progress: progressOfRun(run),
        inputs: run.inputs,
        startedAt: Date.parse(run.created_at),
      });
      if (isFinal(run.status)) {
        this.#set(signal, { phase: 'ended' });
        const steps = await transport.readSteps(runId, signal).catch(() => []);
        this.#set(signal, { progress: progressOfRun(run, steps) });
        return;
      }
      this.#set(signal, { phase: 'live' });
    } catch (error) {
      this.#fail(signal, error);
      return;
    }
    await this.#watch(signal, (options) => transport.follow(runId, options));
  }

  /** Asks the server to cancel the run; its last event then ends it. Before acceptance there is nothing to cancel. */
  async stop(): Promise<void> {
    const { runId, phase, stopping } = this.#pending ?? this.#state;
    if (stopping) return;
    if (phase === 'starting' && runId === null) {
      this.#stopOnceAccepted();
      return;
    }
    if (phase !== 'live' || runId === null) return;
    const signal = this.#work?.signal;
    if (!signal) return;
    this.#set(signal, { stopping: true });
    try {
      const run = await this.#options.transport.cancel(runId);
      // Normally the stream delivers the terminal event; without a connection, this response replaces it.
      if (isFinal(run.status)) this.#end(signal, run);
    } catch (error) {
      this.#set(signal, { stopping: false });
      throw error;
    }
  }

  /** Clears what is shown; a run in progress is detached. */
  clear(): void {
    this.#work?.abort();
    this.#work = null;
    this.#pending = null;
    this.#publish(idle);
  }

  #begin(state: RunState): AbortSignal {
    this.#work?.abort();
    this.#work = new AbortController();
    this.#pending = null;
    this.#publish(state);
    return this.#work.signal;
  }

  /** The run may exist although its first event hasn't arrived; it is cancelled as soon as that arrives. */
  #stopOnceAccepted(): void {
    const signal = this.#work?.signal;
    if (!signal) return;
    this.#set(signal, { stopping: true });
    const unsubscribe = this.subscribe(() => {
      const { phase } = this.#state;
      if (phase === 'starting' && !signal.aborted) return;
      unsubscribe();
      if (signal.aborted || phase !== 'live') return;
      this.#set(signal, { stopping: false });
      this.stop().catch(() => undefined);
    });
  }

  async #watch(
    signal: AbortSignal,
    open: (options: FollowOptions) => AsyncIterable<RunEvent>,
  ): Promise<void> {
    try {
      const onConnection = (connected: boolean) => this.#set(signal, { connected });
      for await (const event of open({ signal, onConnection })) this.#take(signal, event);
      if (!isFinal(this.#latest.progress.status)) this.#fail(signal, null);
    } catch (error) {
      this.#fail(signal, error);
    }
  }

  #take(signal: AbortSignal, event: RunEvent): void {
    if (signal.aborted) return;
    this.#key.forget();
    const before = this.#latest;
    if (isFinal(before.progress.status)) return;
    const progress = reduceRunEvent(before.progress, event);
    const runId = progress.run?.id ?? before.runId;
    if (isFinal(progress.status) && 'run' in event && 'output_text' in event.run) {
      this.#end(signal, event.run);
      return;
    }
    this.#set(signal, { progress, runId, phase: 'live', connected: true });
  }

  #end(signal: AbortSignal, run: Run): void {
    if (signal.aborted || this.#latest.phase === 'ended') return;
    const progress = progressOfRun(run, this.#latest.progress.steps);
    const over = {
      progress,
      runId: run.id,
      phase: 'ended',
      stopping: false,
      connected: true,
    } as const;
    this.#set(signal, over);
    this.onEnded(run);
  }

  #fail(signal: AbortSignal, error: unknown): void {
    if (signal.aborted || this.#latest.phase === 'ended') return;
    if (isApiError(error) && error.status > 0) this.#key.forget();
    this.#set(signal, { phase: 'refused', error, stopping: false });
  }

  get #latest(): RunState {
    return this.#pending ?? this.#state;
  }

  /** Changes the state. Text during a run waits for the next frame; everything else renders immediately. */
  #set(signal: AbortSignal, change: Partial<RunState>): void {
    if (signal.aborted) return;
    const before = this.#latest;
    const next = { ...before, ...change };
    if (next.phase !== 'live' || before.phase !== 'live') {
      this.#publish(next);
      return;
    }
    const waiting = this.#pending !== null;
    this.#pending = next;
    if (waiting) return;
    this.#options.schedule(() => {
      if (this.#pending) this.#publish(this.#pending);
    });
  }

  #publish(state: RunState): void {
    this.#pending = null;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Hidden pages get no frames, so a timer renders instead. */
function atNextFrame(flush: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(flush, 100);
  else requestAnimationFrame(flush);
}
