import type { Seat } from '#core/shares.ts';
import type { Run, RunStep, RunUsage } from '#generated/model/index.ts';
import type { Hold, OwnPayer } from '../endpoint/own-spending.ts';
import type { AskableModel } from './execution/ask-model.ts';
import { addUsage } from './execution/paying/usage.ts';

/**
 * A run as its followers see it: its current state, and a notification when that changes. Followers track what
 * they have seen themselves, so one that is slow or was disconnected simply catches up.
 */
export interface RunView {
  readonly run: Run;
  readonly steps: readonly RunStep[];
  /** How often the text was restarted. */
  readonly resets: number;
  /** What the model has written of its reasoning in the step that is running; the steps that ended contain theirs. */
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

/** A run that this process executes. */
export class LiveRun implements RunView {
  readonly run: Run;
  readonly orgId: string;
  readonly steps: RunStep[] = [];
  /** Aborted with the reason why the run must stop: `CANCELLED`, or a `ModelFailure`. */
  readonly abort = new AbortController();
  /** Resolves when the run has ended and that has been stored. */
  readonly done: Promise<Run>;
  /** When it was accepted, as `performance.now()`. */
  readonly acceptedAt = performance.now();
  resets = 0;
  reasoning: Reasoning | undefined;
  isEnded = false;
  /** Micro-dollars of the balance that it has reserved: the most that it may cost up to now. */
  reserved = 0;
  /** What it holds of the spend limit of the endpoint that it calls next. */
  hold: Hold | undefined;
  /** The model that it went on with when its own failed. */
  standIn: AskableModel | undefined;
  /** Micro-dollars of the confirmed usage that the balance pays. The rest ran on the organisation's own keys. */
  billed = 0;
  /** The last saved state. */
  saved = '';
  /** The confirmed usage; `run.usage` may contain an estimate while the model is writing. */
  charged: RunUsage = { input_tokens: 0, output_tokens: 0, cost: 0 };
  readonly #settle: (run: Run) => void;
  readonly #followers = new Set<() => void>();

  constructor(run: Run, orgId: string) {
    this.run = run;
    this.orgId = orgId;
    const { promise, resolve } = Promise.withResolvers<Run>();
    this.done = promise;
    this.#settle = resolve;
  }

  get mayLag(): boolean {
    return isLost(this.run);
  }

  /** Milliseconds since it was accepted. */
  elapsed(): number {
    return performance.now() - this.acceptedAt;
  }

  /** The estimated usage of the model request in progress; absent between requests. */
  usageInProgress: (() => RunUsage) | undefined;

  /** Who pays for that request if the balance doesn't. */
  payer: OwnPayer | undefined;
  /** What was last noted of that request's cost, and the writing of it. */
  noted: number | null = 0;
  noting: Promise<void> = Promise.resolve();

  /** Begins a request to a model. */
  begin(model: AskableModel, usage: () => RunUsage): void {
    this.usageInProgress = usage;
    this.payer = model.own;
    this.noted = 0;
  }

  /** Micro-dollars that the balance pays up to now, with the estimated usage of the request in progress. */
  billedSoFar(): number {
    const usage = this.payer === undefined ? this.usageInProgress?.() : undefined;
    return this.billed + (usage?.cost ?? 0);
  }

  /** Updates the displayed usage. */
  estimate(): void {
    if (!this.usageInProgress) return;
    const usage = addUsage(this.charged, this.usageInProgress());
    if (usage.output_tokens === this.run.usage.output_tokens && this.run.usage.input_tokens > 0)
      return;
    this.run.usage = usage;
    this.changed();
  }

  /** Adds the usage of a model request. @param model the balance doesn't pay for the organisation's own */
  charge(usage: RunUsage, model?: AskableModel): void {
    this.usageInProgress = undefined;
    if (!model?.own) this.billed += usage.cost ?? 0;
    this.charged = addUsage(this.charged, usage);
    this.run.usage = this.charged;
  }

  /** The tools waiting for a manual reply, by step. */
  readonly #waiting = new Map<string, (reply: string) => void>();

  /** The slot in which it executes, given up while it waits for a person. */
  slot: Seat | undefined;

  #waitedMs = 0;
  /** Since when it has waited for a person, and then for a slot. */
  #waitingSince: number | undefined;

  /** Whether a tool is waiting for a person. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Working time in milliseconds, for the timeout; waiting for a person does not count. */
  worked(): number {
    return this.#waitingSince === undefined ? this.elapsed() - this.#waitedMs : 0;
  }

  /** Waits for a person's reply; undefined if none arrives in time. Several tools may wait at once. */
  waitForReply(stepId: string, ms: number, signal: AbortSignal): Promise<string | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => resolve(undefined), ms);
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#waitingSince ??= this.elapsed();
    this.slot?.release();
    this.#waiting.set(stepId, resolve);
    return promise.finally(async () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#waiting.delete(stepId);
      if (!this.isWaiting && !signal.aborted) await this.#continue(signal);
    });
  }

  async #continue(signal: AbortSignal): Promise<void> {
    await this.slot?.take(signal);
    if (this.isWaiting || this.#waitingSince === undefined) return;
    this.#waitedMs += this.elapsed() - this.#waitingSince;
    this.#waitingSince = undefined;
  }

  /** Delivers a reply; false when nothing is waiting for it. */
  reply(stepId: string, text: string): boolean {
    const resolve = this.#waiting.get(stepId);
    resolve?.(text);
    return resolve !== undefined;
  }

  /** Discards the text so far; the next text replaces it. */
  restartText(): void {
    if (this.run.output_text === '') return;
    this.run.output_text = '';
    this.resets += 1;
    this.changed();
  }

  /** Updates the reasoning of a step. */
  reason(stepId: string, text: string): void {
    this.reasoning = { stepId, text };
    this.changed();
  }

  /** Notifies the followers. */
  changed(): void {
    for (const onChange of this.#followers) onChange();
  }

  follow(onChange: () => void): () => void {
    this.#followers.add(onChange);
    return () => this.#followers.delete(onChange);
  }

  /** Call once its end has been stored. */
  settle(run: Run): void {
    Object.assign(this.run, run);
    this.isEnded = true;
    this.changed();
    this.#settle(this.run);
  }
}

/** The payer of everything that a run needs besides its own model calls. */
export function payerOf({ orgId, run }: LiveRun): { orgId: string; projectId: string } {
  return { orgId, projectId: run.project_id };
}

/** The abort reason of a run that someone cancelled. */
export const CANCELLED = Symbol('cancelled');

/** Whether the process that executed a run ended before it did. */
export function isLost({ error }: Run): boolean {
  return error?.code === 'run_lost';
}

/** A run that has ended, as a view. */
export function endedView(run: Run, steps: readonly RunStep[], resets: number): RunView {
  return {
    run,
    steps,
    resets,
    isEnded: true,
    mayLag: isLost(run),
    follow: () => () => {},
  };
}
