import type { Message, ModelRequest, Reported, ToolCall } from '../ask-model.ts';
import { markFilterOf } from '../passages.ts';
import type { Cover } from '../paying/cover.ts';
import type { Exchange, TokenCounter } from '../paying/usage.ts';
import type { RunJob } from '../run-job.ts';
import { createMeter, PAST_COVER } from './meter.ts';

/** How much of a model's reasoning a step keeps, in characters. */
const REASONING_MAX = 200_000;
/** What adapters warn about, in a step. */
const WARNINGS_MAX = 10;
const WARNING_LENGTH_MAX = 300;
/** In the providers' own words, for the trace. */
const CUT_OFF = { finish_reason: 'length' };

type Receivers = Pick<
  ModelRequest,
  | 'signal'
  | 'onText'
  | 'onUnseen'
  | 'onReasoning'
  | 'onRestart'
  | 'onToolCall'
  | 'onUsage'
  | 'onWarning'
>;

/** The request whose reply is received. */
interface Asked {
  stepId: string;
  messages: readonly Message[];
  cover: Cover;
  countTokens: TokenCounter;
  /** Collects the model's tool calls. */
  calls?: ToolCall[] | undefined;
}

/** Makes a model's reply part of its run as it arrives, no more of it than was covered. */
export function receive(job: RunJob, { stepId, messages, cover, countTokens, calls }: Asked) {
  const { live } = job;
  const meter = createMeter(cover, countTokens);
  const exchanged: Exchange & { reasoning: string } = {
    messages,
    written: '',
    unseen: '',
    reasoning: '',
    cover,
  };
  const warnings: string[] = [];
  let before = live.run.output_text.length;
  let filter = markFilterOf(job);
  /** Characters that were counted as text before they turned out to be reasoning. */
  let counted = 0;

  const reasoning = () => exchanged.reasoning.slice(0, REASONING_MAX);
  const warn = (text: string) => {
    if (warnings.length < WARNINGS_MAX) warnings.push(text.slice(0, WARNING_LENGTH_MAX));
  };

  const receivers: Receivers = {
    signal: AbortSignal.any([live.abort.signal, meter.signal]),
    onToolCall: (call) => calls?.push(call),
    onUnseen: (text) => {
      exchanged.unseen += text;
      meter.write(text.slice(counted));
      counted = Math.max(0, counted - text.length);
    },
    onWarning: warn,
    onReasoning: (text) => {
      exchanged.reasoning += text;
      live.reason(stepId, reasoning());
    },
    onRestart: () => {
      counted += exchanged.written.length;
      exchanged.written = '';
      before = 0;
      filter = markFilterOf(job);
      live.restartText();
    },
    onUsage: (usage) => {
      exchanged.reported = { ...usage, isCutOff: false };
    },
    onText: (text) => {
      exchanged.written += text;
      meter.write(text);
      live.run.output_text += filter ? filter.push(text) : text;
      live.run.first_token_ms ??= Math.round(live.elapsed());
      live.changed();
    },
  };

  /** Ends the text after so many characters, those that were not shown included. */
  function cut(length: number): void {
    const { written, unseen } = exchanged;
    const text = written.slice(0, Math.max(0, length - unseen.length)).toWellFormed();
    warn('The model ignored its maximum output and was stopped.');
    if (text === written) return;
    exchanged.written = text;
    filter = markFilterOf(job);
    live.run.output_text = live.run.output_text.slice(0, before) + (filter?.push(text) ?? text);
    live.resets += 1;
    live.changed();
  }

  return {
    exchanged,
    receivers,
    /**
     * Waits for the reply, which ends early if the model writes more than was covered.
     * @returns whether it was cut off
     */
    async whole(asking: Promise<Reported>): Promise<boolean> {
      const reported = await asking.catch((reason) => {
        if (reason !== PAST_COVER) throw reason;
        return { input: undefined, output: undefined, isCutOff: true };
      });
      exchanged.reported = reported;
      const covered = await meter.end();
      const isOver = covered < Infinity;
      if (isOver) cut(covered);
      if (filter) live.run.output_text += filter.end();
      return reported.isCutOff || isOver;
    },
    /** The step's output: the text, and what else there is. Null if there is nothing, and the step has failed. */
    output({ isCutOff = false, hasFailed = false } = {}): unknown {
      const text = filter ? live.run.output_text.slice(before) : exchanged.written;
      const more = {
        ...(exchanged.reasoning !== '' && { reasoning: reasoning() }),
        ...(warnings.length > 0 && { warnings }),
        ...(!hasFailed && calls && calls.length > 0 && { tool_calls: calls }),
        ...(isCutOff && CUT_OFF),
      };
      const shown = hasFailed ? text || null : text;
      return Object.keys(more).length > 0 ? { text: shown, ...more } : shown;
    },
  };
}
