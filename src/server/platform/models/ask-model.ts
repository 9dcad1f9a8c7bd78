import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { createReasoningFilter, type Divided } from '#core/run/reasoning-filter.ts';
import type { AskableModel, ModelRequest, Reported } from '#domain/run/execution/ask-model.ts';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';

import { type RequestParameters, sentParameters } from '#domain/run/execution/sent-parameters.ts';
import { endingOf } from './endings.ts';

import { toModelFailure } from './model-error.ts';
import type { CallableModel } from './models.ts';
import { toProviderPrompt } from './provider-prompt.ts';

/** A model that runs can call. */
export function askable(model: CallableModel): AskableModel {
  const known = askables.get(model);
  if (known) return known;
  const { info, call, endpoint, isUnpriced } = model;
  const ask = call && ((question: ModelRequest) => askModel({ ...model, call }, question));
  const made = { info, ask, isUnpriced, endpoint };
  askables.set(model, made);
  return made;
}

const askables = new WeakMap<CallableModel, AskableModel>();

type Configured = CallableModel & { call: LanguageModelV4 };

async function askModel(model: Configured, question: ModelRequest): Promise<Reported> {
  const { signal } = question;
  const receiver = receiverOf(model, question);
  try {
    signal.throwIfAborted();
    const options = toOptions(model, question);
    return question.isStreamed
      ? await stream(model.call.doStream(options), receiver)
      : await generate(model.call.doGenerate(options), receiver);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toModelFailure(error, model.origin, receiver.hasStarted());
  }
}

/** Passes on what arrives. */
type Receiver = ReturnType<typeof receiverOf>;

function receiverOf({ endpoint }: Configured, question: ModelRequest) {
  const { onText, onReasoning, onRestart, onToolCall, onUnseen, onUsage, signal } = question;
  // Vendors separate the reasoning from the text. Other servers may not know that a model reasons.
  const filter = endpoint === undefined ? undefined : createReasoningFilter();
  let hasStarted = false;
  const reason = (text: string) => {
    if (text === '') return;
    hasStarted = true;
    onUnseen?.(text);
    onReasoning?.(text);
  };
  const write = ({ text, reasoning, isRestart }: Divided) => {
    if (isRestart) onRestart?.();
    reason(reasoning);
    if (text === '') return;
    hasStarted = true;
    onText(text);
  };
  return {
    isVendor: endpoint === undefined,
    signal,
    onUsage,
    reason,
    warn: (warnings: readonly SharedV4Warning[]) => {
      for (const warning of warnings) {
        if (warning.type !== 'unsupported' && warning.type !== 'compatibility') continue;
        const { feature, details } = warning;
        question.onWarning?.(details ?? `${feature} is not supported by the model`);
      }
    },
    hasStarted: () => hasStarted,
    write: (text: string) => {
      if (filter) write(filter.push(text));
      else write({ text, reasoning: '', isRestart: false });
    },
    /** Call once the text is complete. */
    end: () => {
      if (filter) write(filter.end());
    },
    writeCall: (text: string) => {
      hasStarted = true;
      onUnseen?.(text);
    },
    call: (part: { toolCallId: string; toolName: string; input: string }) =>
      onToolCall?.({ id: part.toolCallId, name: part.toolName, input: part.input }),
  };
}

type Generated = ReturnType<LanguageModelV4['doGenerate']>;
type Streamed = ReturnType<LanguageModelV4['doStream']>;

async function generate(generating: Generated, receiver: Receiver): Promise<Reported> {
  const response = await unlessAborted(Promise.resolve(generating), receiver.signal);
  receiver.warn(response.warnings);
  const texts = response.content.map((part) => (part.type === 'text' ? part.text : ''));
  for (const part of response.content) if (part.type === 'reasoning') receiver.reason(part.text);
  receiver.write(texts.join(''));
  receiver.end();
  for (const part of response.content) {
    if (part.type !== 'tool-call') continue;
    receiver.writeCall(part.toolName + part.input);
    receiver.call(part);
  }
  return finish(response.finishReason, response.usage, receiver);
}

async function stream(streaming: Streamed, receiver: Receiver): Promise<Reported> {
  const { signal } = receiver;
  const { stream: parts } = await unlessAborted(Promise.resolve(streaming), signal);
  const reader = parts.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      signal.throwIfAborted();
      if (done) throw new Error('premature end of the stream');
      if (part.type === 'stream-start') receiver.warn(part.warnings);
      if (part.type === 'text-delta') receiver.write(part.delta);
      if (part.type === 'reasoning-delta') receiver.reason(part.delta);
      if (part.type === 'tool-input-delta') receiver.writeCall(part.delta);
      if (part.type === 'tool-input-start') receiver.writeCall(part.toolName);
      if (part.type === 'tool-call') receiver.call(part);
      if (part.type === 'error') throw part.error;
      if (part.type !== 'finish') continue;
      receiver.end();
      return finish(part.finishReason, part.usage, receiver);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Closes the request if it hasn't ended; otherwise does nothing.
    void reader.cancel().catch(() => {});
  }
}

function finish(
  reason: LanguageModelV4FinishReason,
  usage: LanguageModelV4Usage,
  { isVendor, onUsage, hasStarted }: Receiver,
): Reported {
  const { total: output, reasoning } = usage.outputTokens;
  const tokens = { input: usage.inputTokens.total, output, reasoning };
  onUsage?.(tokens);
  const ending = endingOf(reason, isVendor);
  if (ending === 'filtered') {
    throw new ModelFailure(
      'model_refused',
      'The model refused to respond (content filter). Change the prompt or the inputs.',
    );
  }
  if (ending === 'failed') {
    const named = reason.raw === undefined ? '' : ` (${reason.raw.slice(0, 100)})`;
    throw new ModelFailure(
      'model_interrupted',
      `The model's response ended early${named}. Run it again.`,
      { isTemporary: !hasStarted() },
    );
  }
  return { ...tokens, isCutOff: ending === 'cut_off' };
}

function toOptions(
  { info }: Configured,
  { messages, parameters, format, tools, signal }: ModelRequest,
) {
  const { sent } = sentParameters(parameters, info);
  const options: LanguageModelV4CallOptions = {
    prompt: toProviderPrompt(messages),
    abortSignal: signal,
    ...toProviderParameters(sent),
    ...tools,
  };
  if (format?.type === 'json_object') options.responseFormat = { type: 'json' };
  if (format?.type === 'json_schema')
    options.responseFormat = { type: 'json', schema: format.schema as JSONSchema7, name: 'output' };
  return options;
}

function toProviderParameters(sent: RequestParameters): Partial<LanguageModelV4CallOptions> {
  const { temperature, top_p, max_output_tokens, stop, seed, reasoning_effort } = sent;
  const { presence_penalty, frequency_penalty } = sent;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
    ...(stop !== undefined && { stopSequences: stop }),
    ...(seed !== undefined && { seed }),
    ...(presence_penalty !== undefined && { presencePenalty: presence_penalty }),
    ...(frequency_penalty !== undefined && { frequencyPenalty: frequency_penalty }),
    ...(reasoning_effort !== undefined && { reasoning: reasoning_effort }),
  };
}

/** An adapter that ignores the signal must not delay the run. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
