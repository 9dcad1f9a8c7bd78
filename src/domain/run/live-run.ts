import { unlessAborted } from '#core/async/abort.ts';
import type { Seat } from '#core/shares.ts';
import type { Run, RunUsage } from '#generated/model/index.ts';
import type { Hold, OwnPayer } from '../endpoint/own-spending.ts';
import type { AskableModel } from '../model/ask.ts';
import { addUsage } from './execution/cost.ts';
import { ShownRun } from './run-view.ts';

/** The abort reason of a run that someone cancelled. */
export const CANCELLED = Symbol('cancelled');

/** A run that this process executes: its visible state, its cost, and its waiting for people. */
export class LiveRun {
  readonly orgId: string;
  readonly shown: ShownRun;
  readonly spending = new RunSpending();
  readonly waiting = new RunWaiting();
  /** Aborted with the reason why the run must stop: `CANCELLED`, or a `ModelFailure`. */
  readonly abort = new AbortController();

  constructor(run: Run, orgId: string) {
    this.shown = new ShownRun(run);
    this.orgId = orgId;
  }

  get run(): Run {
    return this.shown.run;
  }

  /** The payer of everything that the run needs besides its own model calls. */
  get payer(): { orgId: string; projectId: string } {
    return { orgId: this.orgId, projectId: this.run.project_id };
  }

  /** Working time in milliseconds, for the timeout. Waiting for people doesn't count. */
  worked(): number {
    return this.waiting.isPaused ? 0 : this.shown.elapsed() - this.waiting.waitedMs;
  }

  /** Adds the usage of a model call. @param model the balance doesn't pay for the organisation's own */
  charge(usage: RunUsage, model?: AskableModel): void {
    this.spending.charge(usage, model);
    this.run.usage = this.spending.charged;
  }

  /** Shows the estimated usage of the model call in progress. */
  estimate(): void {
    if (!this.spending.call) return;
    const usage = this.spending.usage();
    const { input_tokens, output_tokens } = this.run.usage;
    if (usage.output_tokens !== output_tokens || input_tokens === 0) this.shown.change({ usage });
  }
}

/** The cost of a run, and who pays for it. Amounts are in micro-dollars. */
class RunSpending {
  /** The amount reserved from the balance: the most that the run may cost up to now. */
  reserved = 0;
  /** The amount held from the spend limit of the endpoint that the run calls next. */
  hold: Hold | undefined;
  /** The confirmed usage. */
  charged: RunUsage = { input_tokens: 0, output_tokens: 0, cost: 0 };
  /** The part of the confirmed usage that the balance pays. The rest ran on the organisation's own keys. */
  billed = 0;
  /** The model call in progress. */
  call: ModelCall | undefined;
  /** The last write of the cost of the call in progress. */
  noting: Promise<void> = Promise.resolve();

  /** Begins a model call. @param usage estimates its usage up to now */
  begin({ own: payer }: AskableModel, usage: () => RunUsage): void {
    this.call = { usage, payer, noted: 0 };
  }

  charge(usage: RunUsage, model?: AskableModel): void {
    this.call = undefined;
    if (!model?.own) this.billed += usage.cost ?? 0;
    this.charged = addUsage(this.charged, usage);
  }

  /** The usage up to now, with the estimate of the call in progress. */
  usage(): RunUsage {
    return this.call ? addUsage(this.charged, this.call.usage()) : this.charged;
  }

  /** The amount that the balance pays up to now, with the estimate of the call in progress. */
  billedSoFar(): number {
    const usage = this.call?.payer === undefined ? this.call?.usage() : undefined;
    return this.billed + (usage?.cost ?? 0);
  }
}

interface ModelCall {
  usage: () => RunUsage;
  /** Who pays for it if the balance doesn't. */
  payer: OwnPayer | undefined;
  /** Its cost as noted last. */
  noted: number | null;
}

/** The tools of a run that wait for people. Meanwhile, it gives up its slot. */
class RunWaiting {
  /** The slot in which the run executes. */
  slot: Seat | undefined;
  /** How long it has waited for people, and then for a slot. */
  waitedMs = 0;
  #since: number | undefined;
  /** By step. */
  readonly #replies = new Map<string, (reply: string) => void>();

  /** Whether a tool is waiting for a person. */
  get isWaiting(): boolean {
    return this.#replies.size > 0;
  }

  /** Whether a tool, or the run after it, is waiting. */
  get isPaused(): boolean {
    return this.#since !== undefined;
  }

  /** Waits for a person's reply; undefined if none arrives in time. Several tools may wait at once. */
  async replyTo(stepId: string, ms: number, signal: AbortSignal): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => resolve(undefined), ms);
    this.#since ??= performance.now();
    this.slot?.release();
    this.#replies.set(stepId, resolve);
    try {
      return await unlessAborted(promise, signal);
    } finally {
      clearTimeout(timer);
      this.#replies.delete(stepId);
      if (!this.isWaiting && !signal.aborted) await this.#resume(signal);
    }
  }

  async #resume(signal: AbortSignal): Promise<void> {
    await this.slot?.take(signal);
    if (this.isWaiting || this.#since === undefined) return;
    this.waitedMs += performance.now() - this.#since;
    this.#since = undefined;
  }

  /** Delivers a reply; false when nothing is waiting for it. */
  reply(stepId: string, text: string): boolean {
    const resolve = this.#replies.get(stepId);
    resolve?.(text);
    return resolve !== undefined;
  }
}
