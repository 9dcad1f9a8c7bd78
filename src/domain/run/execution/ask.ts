import { pause } from '#core/async/abort.ts';
import type { InputFile } from '#core/task/input/files.ts';
import type { RunStep, RunStepKind } from '#generated/model/index.ts';
import type {
  Answer,
  AskableModel,
  Message,
  OfferedTools,
  Part,
  ToolCall,
} from '../../model/ask.ts';
import { type Capabilities, type FormatStep, NEXT_STEP } from '../../model/capabilities.ts';
import type { Payer } from '../../model/probe.service.ts';
import { answerIn, markFilterOf } from './context/passages.ts';
import { isCostly, limitedParameters, requestCover } from './cost.ts';
import { constraintOf, formatStep, withFormat } from './format-steps.ts';
import { ModelFailure } from './model-failure.ts';
import { shown } from './prompt.ts';
import type { ModelOutput, RunJob } from './run-job.ts';
import { type Sending, type SendPorts, send } from './send.ts';
import { sentParameters } from './sent-parameters.ts';

/** How often a run calls a model again that is busy or can't be reached. */
const RETRIES_MAX = 2;
const RETRY_MS = 500;
/** If a model asks to wait longer, the run fails, and its caller decides. */
const WAIT_MAX_MS = 5000;

/** External dependencies of asking a model. */
export interface AskPorts extends SendPorts {
  capabilitiesOf(model: AskableModel, signal: AbortSignal, payer: Payer): Promise<Capabilities>;
  /** Roughly how long to wait before a model that is busy is called again. */
  retryMs?: number | undefined;
}

export interface Turn {
  kind: RunStepKind;
  messages: readonly Message[];
  tools?: OfferedTools | undefined;
}

/** One way of asking for a turn. If it fails, there may be another one. */
interface Attempt {
  model: AskableModel;
  format: FormatStep | undefined;
  /** How often the model was asked before because it was busy. */
  retry: number;
  /** Whether the answer isn't streamed, because streams fail. */
  isWhole: boolean;
  /** The model that failed, for which this one stands in. */
  replaces?: string;
}

/**
 * Asks a run's model, each request in a step of the trace:
 * - in the strongest way in which the model takes the output format, then in weaker ones if it rejects the request,
 *   because grammars don't support every schema. The next run starts with the strongest again
 * - again if the model is busy or can't be reached, as long as it hasn't sent anything
 * - once at most, the model that stands in for one whose provider fails
 */
export function createAsk(job: RunJob, given: AskableModel, ports: AskPorts) {
  const { live } = job;
  const { signal } = live.abort;
  let model = given;
  /** The way that worked before, with and without tools. */
  const settled = new Map<boolean, FormatStep | undefined>();

  return async function ask(turn: Turn): Promise<ModelOutput & { calls: readonly ToolCall[] }> {
    const hasTools = turn.tools !== undefined;
    let attempt: Attempt = {
      model,
      format: settled.get(hasTools) ?? formatStep(job, turn.tools),
      retry: 0,
      isWhole: false,
    };
    for (;;) {
      try {
        const output = await sendTurn(job, turn, attempt, ports);
        settled.set(hasTools, attempt.format);
        return output;
      } catch (error) {
        attempt =
          (await afterPause(attempt, error)) ??
          weaker(attempt, error) ??
          (await atFallback(turn, error)) ??
          rethrow(error);
      }
    }
  };

  async function afterPause(attempt: Attempt, error: unknown): Promise<Attempt | undefined> {
    const { retry, isWhole } = attempt;
    const wait = retry < RETRIES_MAX ? retryWait(error, retry, ports.retryMs) : undefined;
    if (wait === undefined) return undefined;
    await pause(wait, signal);
    return { ...attempt, retry: retry + 1, isWhole: isWhole || mayNotStream(error) };
  }

  async function atFallback(turn: Turn, error: unknown): Promise<Attempt | undefined> {
    if (!isOfProvider(error) || model !== given || signal.aborted) return undefined;
    const next = await model.fallback?.();
    if (!next?.ask || !takesFiles(next, job.files)) return undefined;
    const replaces = model.info.id;
    model = next;
    settled.clear();
    job.capabilities = await ports.capabilitiesOf(next, signal, live.payer);
    const format = formatStep(job, turn.tools);
    return { model, format, retry: 0, isWhole: false, replaces };
  }
}

async function sendTurn(
  job: RunJob,
  { kind, tools, messages: asked }: Turn,
  { model, format, retry, isWhole, replaces }: Attempt,
  ports: AskPorts,
) {
  const { live, definition, files, capabilities } = job;
  const { info } = model;
  live.shown.restart();
  const messages = withFormat(job, model, asked, format, tools !== undefined);
  const { timeout_seconds: _, ...parameters } = limitedParameters(definition.parameters, info);
  const streams = capabilities.streaming && (job.isStreamed || isCostly(definition, info));
  const { sent, unsupported } = sentParameters(parameters, info);
  const isStreamed = streams && !isWhole;
  const input = {
    messages: shown(messages),
    ...sent,
    ...(unsupported.length > 0 && { not_sent: unsupported }),
    ...(format && { response_format: format }),
    ...(tools && { tools: tools.tools.map(({ name }) => name), tool_choice: tools.toolChoice }),
    ...(retry > 0 && { retry }),
    ...(streams && isWhole && { stream: false }),
    ...(replaces !== undefined && { fallback_for: replaces }),
  };
  const request = { messages, parameters, format: constraintOf(job, format), tools, isStreamed };
  const cover = requestCover(definition, info, messages, files);
  const { text, isCutOff, reasoning, calls } = await send(
    live,
    model,
    { kind, input, request, cover, ...showReply(job) },
    ports,
  );
  return { ...answerIn(job, text), isCutOff, hasReasoned: reasoning.trim() !== '', calls };
}

function weaker(attempt: Attempt, error: unknown): Attempt | undefined {
  const format = attempt.format && NEXT_STEP[attempt.format];
  const isRefused = error instanceof ModelFailure && error.isRefusal;
  if (!format || !isRefused || attempt.model.endpoint === undefined) return undefined;
  return { ...attempt, format, retry: 0, isWhole: false };
}

function rethrow(error: unknown): never {
  throw error;
}

/**
 * How long to wait before a request is sent again, in milliseconds; undefined if it would fail again, or if the provider
 * asks to wait too long. Runs that failed together don't return together.
 * @param retry how often it was sent again so far
 * @param first roughly how long to wait the first time
 */
function retryWait(reason: unknown, retry: number, first = RETRY_MS): number | undefined {
  if (!(reason instanceof ModelFailure) || !reason.isTemporary) return undefined;
  const asked = (reason.error.retry_after ?? 0) * 1000;
  if (asked > WAIT_MAX_MS) return undefined;
  const least = Math.max(asked, first * 2 ** retry);
  return least * (1 + Math.random() / 2);
}

/**
 * Whether a failed request should be retried without streaming: llama-cpp-python ends a stream silently where it would
 * otherwise explain the error, and some gateways fail only when streaming.
 */
function mayNotStream(reason: unknown): boolean {
  if (!(reason instanceof ModelFailure)) return false;
  return reason.error.code === 'model_interrupted' || reason.status === 500;
}

/** Failures that another model can avoid, unlike those of the request, the prompt or the format. */
const OF_PROVIDER: readonly string[] = [
  'model_failed',
  'model_unauthorized',
  'model_rate_limited',
  'model_timeout',
];

/** Whether the provider failed before it sent anything: it is down, busy, or doesn't accept the key. */
function isOfProvider(failure: unknown): boolean {
  if (!(failure instanceof ModelFailure)) return false;
  const { code } = failure.error;
  const isCutEarly = code === 'model_interrupted' && failure.isTemporary;
  return isCutEarly || OF_PROVIDER.includes(code) || (failure.status ?? 0) >= 500;
}

function takesFiles({ info }: AskableModel, files: ReadonlyMap<string, InputFile>): boolean {
  const { images, files: documents } = info.supports;
  return [...files.values()].every(({ mediaType }) =>
    mediaType.startsWith('image/') ? images : documents,
  );
}

/** How much of a model's reasoning a step keeps, in characters. */
const REASONING_MAX = 200_000;
/** How many of the adapters' warnings a step keeps. */
const WARNINGS_MAX = 10;
const WARNING_LENGTH_MAX = 300;
/** In the providers' own words, for the trace. */
const CUT_OFF = { finish_reason: 'length' };

/** Shows an answer as the text of its run while it arrives, without marks that people aren't meant to see. */
function showReply(job: RunJob): Pick<Sending, 'show' | 'end' | 'output'> {
  const { shown } = job.live;
  let filter = markFilterOf(job);

  return {
    show(part: Part, { reasoning }: Answer, { id }: RunStep): void {
      if (part.type === 'text') shown.write(filter ? filter.push(part.text) : part.text);
      if (part.type === 'reasoning') shown.reason(id, reasoning.slice(0, REASONING_MAX));
      if (part.type !== 'restart') return;
      filter = markFilterOf(job);
      shown.restart();
    },
    /** Characters that aren't shown count as covered first. */
    end(answer: Answer, covered: number | undefined): void {
      if (covered !== undefined) {
        const length = Math.max(0, covered - answer.unseen.length);
        answer.text = answer.text.slice(0, length).toWellFormed();
        answer.warnings.push('The model ignored its maximum output and was stopped.');
        filter = markFilterOf(job);
        shown.restart(filter?.push(answer.text) ?? answer.text);
      }
      const rest = filter?.end();
      if (rest) shown.write(rest);
    },
    /** The step's output: the text alone, or an object if there is more. Null if a failed step has none. */
    output({ text, reasoning, warnings, calls, isCutOff }: Answer, hasFailed: boolean): unknown {
      const more = {
        ...(reasoning !== '' && { reasoning: reasoning.slice(0, REASONING_MAX) }),
        ...(warnings.length > 0 && {
          warnings: warnings.slice(0, WARNINGS_MAX).map((one) => one.slice(0, WARNING_LENGTH_MAX)),
        }),
        ...(!hasFailed && calls.length > 0 && { tool_calls: calls }),
        ...(!hasFailed && isCutOff && CUT_OFF),
      };
      const written = filter ? shown.run.output_text : text;
      const kept = hasFailed ? written || null : written;
      return Object.keys(more).length > 0 ? { text: kept, ...more } : kept;
    },
  };
}
