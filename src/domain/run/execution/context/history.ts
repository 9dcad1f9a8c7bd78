import {
  QUESTION_MAX,
  REWRITE_RULES,
  rewritePrompt,
  SUMMARY_MAX,
  SUMMARY_RULES,
  summaryMessage,
  transcriptOf,
} from '#core/chat/conversation-prompt.ts';
import type { ChatSummary, Model, RunStepKind } from '#generated/model/index.ts';
import type { AskableModel, Message } from '../../../model/ask.ts';
import { requestCover, type TokenCounter } from '../cost.ts';
import { ModelFailure } from '../model-failure.ts';
import type { RunJob } from '../run-job.ts';
import { type SendPorts, send } from '../send.ts';
import type { Conversation, PastMessage } from './conversation.ts';

/** The most tokens and messages of a conversation that a model is given. */
const TOKENS_MAX = 8000;
const MESSAGES_MAX = 100;
/** Of models whose context window is unknown. Local ones are often small. */
const WINDOW_DEFAULT = 12_000;
const WINDOW_SHARE = 3;

const SUMMARY = { maxTokens: 2000, timeoutMs: 60_000 };
const QUESTION = { maxTokens: 1000, timeoutMs: 20_000 };
/** In characters of each message, and in messages. */
const SUMMARISED_MAX = 4000;
const QUOTED_MAX = 1500;
const QUOTED_MESSAGES = 6;
/** A longer message says by itself what it is about. */
const REWRITTEN_MAX = 1500;

/** What a model is given of the conversation so far. */
export interface History {
  messages: readonly PastMessage[];
  summary: ChatSummary | null;
}

/** The history as messages to a model. */
export function historyMessages({ messages, summary }: History): Message[] {
  const past = messages.map(({ role, content }) => ({ role, content }));
  return summary ? [{ role: 'user', content: summaryMessage(summary.text) }, ...past] : past;
}

/**
 * The newest messages that fit, and a summary of the others. If they can't be summarised, they are left out, and the step
 * says so.
 */
export async function historyOf(
  job: RunJob,
  conversation: Conversation,
  model: AskableModel,
  ports: SendPorts,
): Promise<History> {
  const { messages, summary, isCut } = conversation;
  const budget = budgetOf(model.info);
  const sizes = await sizesOf(messages, budget, (text) => ports.countTokens(text, job.live.orgId));
  if (!isCut && sizes.length === messages.length && messages.length <= MESSAGES_MAX)
    return { messages, summary };
  const fitting = newest(messages, sizes, { tokens: budget, count: MESSAGES_MAX });
  // Half of the budget stays free, so that the next answers need no new summary.
  const half = newest(messages, sizes, { tokens: budget / 2, count: MESSAGES_MAX / 2 });
  const kept = half.length > 0 ? half : fitting;
  const older = messages.slice(0, messages.length - kept.length);
  const last = older.at(-1);
  if (!last) return { messages: fitting, summary };
  const through = {
    message_count: (summary?.message_count ?? 0) + older.length,
    through_id: last.id,
  };
  const given = transcriptWithin(model.info, summary, older);
  const text = await askAside(
    job,
    model,
    {
      kind: 'summarise',
      messages: [
        { role: 'system', content: SUMMARY_RULES },
        { role: 'user', content: given.text },
      ],
      ...SUMMARY,
      read: (reply) => ({
        text: shortened(reply, SUMMARY_MAX),
        ...through,
        ...leftOut(given.leftOut, isCut),
      }),
      fallback: leftOut(messages.length - fitting.length, isCut),
    },
    ports,
  );
  if (text === undefined) return { messages: fitting, summary };
  return { messages: kept, summary: { text: shortened(text, SUMMARY_MAX), ...through } };
}

/**
 * What to search for to answer a message. In a conversation, the model makes the message understandable on its own: “And
 * in Paris?” finds nothing. If that fails, the question before is searched for too.
 */
export async function standaloneQuestion(
  job: RunJob,
  history: History,
  message: string,
  model: AskableModel,
  ports: SendPorts,
): Promise<string> {
  const { messages, summary } = history;
  if ((messages.length === 0 && !summary) || message.length > REWRITTEN_MAX) return message;
  const recent = messages.slice(-QUOTED_MESSAGES);
  const transcript = transcriptOf(summary?.text ?? null, recent, QUOTED_MAX);
  const before = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const fallback = `${message}\n${shortened(before, QUESTION_MAX)}`.trim();
  const text = await askAside(
    job,
    model,
    {
      kind: 'rewrite',
      messages: [
        { role: 'system', content: REWRITE_RULES },
        { role: 'user', content: rewritePrompt(transcript, message, QUOTED_MAX) },
      ],
      ...QUESTION,
      read: (reply) => ({ query: inLine(reply) }),
      fallback: { query: fallback },
    },
    ports,
  );
  return text === undefined ? fallback : inLine(text);
}

function budgetOf({ context_window }: Model): number {
  return Math.min(TOKENS_MAX, Math.floor((context_window ?? WINDOW_DEFAULT) / WINDOW_SHARE));
}

/** The tokens of the messages, newest first, as far as they fit into the budget. */
async function sizesOf(
  messages: readonly PastMessage[],
  budget: number,
  countTokens: TokenCounter,
): Promise<number[]> {
  const sizes: number[] = [];
  let sum = 0;
  for (const { content } of messages.toReversed()) {
    const tokens = await countTokens(content);
    sum += tokens;
    if (sum > budget || sizes.length === MESSAGES_MAX) break;
    sizes.push(tokens);
  }
  return sizes;
}

/** The newest messages within a limit, beginning with a question. */
function newest(
  messages: readonly PastMessage[],
  sizes: readonly number[],
  limit: { tokens: number; count: number },
): readonly PastMessage[] {
  let sum = 0;
  let count = 0;
  for (const tokens of sizes.slice(0, limit.count)) {
    sum += tokens;
    if (sum > limit.tokens) break;
    count += 1;
  }
  const kept = messages.slice(messages.length - count);
  const first = kept.findIndex(({ role }) => role === 'user');
  return first < 0 ? [] : kept.slice(first);
}

/** What is summarised, as far as it fits into the model's context window: the newest messages. */
function transcriptWithin(
  { context_window }: Model,
  summary: ChatSummary | null,
  messages: readonly PastMessage[],
): { text: string; leftOut: number } {
  // About four characters are a token, and half of the window is enough.
  const most = 2 * (context_window ?? WINDOW_DEFAULT);
  let from = messages.length;
  let length = summary?.text.length ?? 0;
  for (const { content } of messages.toReversed()) {
    length += Math.min(content.length, SUMMARISED_MAX);
    if (length > most && from < messages.length) break;
    from -= 1;
  }
  const text = transcriptOf(summary?.text ?? null, messages.slice(from), SUMMARISED_MAX);
  return { text, leftOut: from };
}

/** For the trace: what is left out of the prompt. */
function leftOut(messages: number, isCut: boolean): object {
  return {
    ...(messages > 0 && { left_out: messages }),
    ...(isCut && { older_left_out: true }),
  };
}

function inLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), QUESTION_MAX);
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
}

/** A question to a run's model, whose reply isn't a part of the run's output. */
interface Aside {
  kind: RunStepKind;
  messages: readonly Message[];
  maxTokens: number;
  timeoutMs: number;
  /** Makes the step's output of the reply. */
  read(text: string): unknown;
  /** The step's output if the model fails. */
  fallback: unknown;
}

/**
 * Asks the run's model on the side, in a step of its own that is billed like others.
 * @returns the reply; undefined if the model fails, because the run can continue without it
 * @throws when the run has to end: cancelled, timed out, or without balance
 */
async function askAside(
  { live, definition }: RunJob,
  model: AskableModel,
  { kind, messages, maxTokens, timeoutMs, read, fallback }: Aside,
  ports: SendPorts,
): Promise<string | undefined> {
  const { info } = model;
  const parameters = {
    max_output_tokens: Math.min(maxTokens, info.max_output_tokens ?? maxTokens),
  };
  const { output_format: _format, tools: _tools, ...rest } = definition;
  const asked = { ...rest, output_format: { type: 'text' as const }, parameters };
  const cover = requestCover(asked, info, messages);
  try {
    const { text } = await send(
      live,
      model,
      {
        kind,
        input: { messages },
        request: { messages, parameters, isStreamed: false },
        cover,
        timeoutMs,
        output(answer, hasFailed) {
          if (hasFailed) return fallback;
          if (answer.text.trim() === '') throw EMPTY;
          return read(answer.text.trim());
        },
      },
      ports,
    );
    return text.trim();
  } catch (reason) {
    live.abort.signal.throwIfAborted();
    if (!(reason instanceof ModelFailure) || UNPAID.includes(reason.error.code)) throw reason;
    return undefined;
  }
}

const UNPAID: readonly string[] = ['insufficient_balance', 'spend_limit_reached'];
const EMPTY = new ModelFailure('output_invalid', "The model's reply was empty.");
