import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { unlessAborted } from '#core/async/abort.ts';
import { createReasoningFilter, type Divided } from '#core/run/reasoning-filter.ts';
import type { AskableModel, ModelRequest, Part, TokenReport } from '#domain/model/ask.ts';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import { type RequestParameters, sentParameters } from '#domain/run/execution/sent-parameters.ts';
import { endingOf } from './endings.ts';
import type { ModelOrigin } from './endpoints/endpoint.ts';
import { toModelFailure } from './model-error.ts';
import { toProviderPrompt } from './provider-prompt.ts';

/** A model with the client of its provider. */
interface Configured extends Pick<AskableModel, 'info' | 'endpoint'> {
  call: LanguageModelV4;
  origin: ModelOrigin;
}

/** The answer of a model, as its SDK receives it. */
export async function* partsOf(model: Configured, request: ModelRequest): AsyncGenerator<Part> {
  const { signal } = request;
  let hasStarted = false;
  try {
    signal.throwIfAborted();
    const options = toOptions(model, request);
    const { call, endpoint } = model;
    const received = request.isStreamed
      ? streamed(call.doStream(options), signal)
      : generated(call.doGenerate(options), signal);
    // Vendors separate the reasoning from the text. Other servers may not know that a model reasons.
    for await (const part of endpoint === undefined ? received : withoutReasoning(received)) {
      if ('text' in part && part.text === '') continue;
      if (part.type !== 'finish') {
        hasStarted ||= part.type === 'text' || part.type === 'reasoning' || part.type === 'calling';
        yield part;
        continue;
      }
      yield { type: 'usage', ...reportOf(part.usage) };
      yield endOf(part.reason, endpoint === undefined, hasStarted);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toModelFailure(error, model.origin, hasStarted);
  }
}

/** The end of a response has not been judged yet. */
type Received =
  | Exclude<Part, { type: 'end' | 'usage' }>
  | { type: 'finish'; reason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage };

async function* generated(
  generating: ReturnType<LanguageModelV4['doGenerate']>,
  signal: AbortSignal,
): AsyncGenerator<Received> {
  const { content, warnings, finishReason, usage } = await unlessAborted(
    Promise.resolve(generating),
    signal,
  );
  yield* warningsOf(warnings);
  for (const part of content) if (part.type === 'reasoning') yield written('reasoning', part.text);
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
  yield written('text', texts.join(''));
  for (const part of content) {
    if (part.type !== 'tool-call') continue;
    yield written('calling', part.toolName + part.input);
    yield callOf(part);
  }
  yield { type: 'finish', reason: finishReason, usage };
}

async function* streamed(
  streaming: ReturnType<LanguageModelV4['doStream']>,
  signal: AbortSignal,
): AsyncGenerator<Received> {
  const { stream } = await unlessAborted(Promise.resolve(streaming), signal);
  const reader = stream.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      signal.throwIfAborted();
      if (done) throw new Error('premature end of the stream');
      yield* receivedOf(part);
      if (part.type === 'finish') return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Closes the request if it hasn't ended; otherwise does nothing.
    void reader.cancel().catch(() => {});
  }
}

function receivedOf(part: LanguageModelV4StreamPart): Received[] {
  switch (part.type) {
    case 'stream-start':
      return warningsOf(part.warnings);
    case 'text-delta':
      return [written('text', part.delta)];
    case 'reasoning-delta':
      return [written('reasoning', part.delta)];
    case 'tool-input-start':
      return [written('calling', part.toolName)];
    case 'tool-input-delta':
      return [written('calling', part.delta)];
    case 'tool-call':
      return [callOf(part)];
    case 'finish':
      return [{ type: 'finish', reason: part.finishReason, usage: part.usage }];
    case 'error':
      throw part.error;
    default:
      return [];
  }
}

function written(type: 'text' | 'reasoning' | 'calling', text: string) {
  return { type, text };
}

function callOf(part: { toolCallId: string; toolName: string; input: string }): Received {
  return { type: 'call', call: { id: part.toolCallId, name: part.toolName, input: part.input } };
}

function warningsOf(warnings: readonly SharedV4Warning[]): Received[] {
  return warnings.flatMap((warning) => {
    if (warning.type !== 'unsupported' && warning.type !== 'compatibility') return [];
    const { feature, details } = warning;
    return { type: 'warning', text: details ?? `${feature} is not supported by the model` };
  });
}

/** Separates the reasoning that a server has left in the text. */
async function* withoutReasoning(received: AsyncIterable<Received>): AsyncGenerator<Received> {
  const filter = createReasoningFilter();
  for await (const part of received) {
    if (part.type === 'text') yield* divided(filter.push(part.text));
    else {
      if (part.type === 'finish') yield* divided(filter.end());
      yield part;
    }
  }
}

function divided({ text, reasoning, isRestart }: Divided): Received[] {
  return [
    ...(isRestart ? [{ type: 'restart' as const }] : []),
    ...(reasoning === '' ? [] : [written('reasoning', reasoning)]),
    ...(text === '' ? [] : [written('text', text)]),
  ];
}

function reportOf({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenReport {
  const { total: output, reasoning } = outputTokens;
  return { input: inputTokens.total, output, reasoning };
}

/** @throws ModelFailure if the response was broken off or filtered */
function endOf(reason: LanguageModelV4FinishReason, isVendor: boolean, hasStarted: boolean): Part {
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
      { isTemporary: !hasStarted },
    );
  }
  return { type: 'end', isCutOff: ending === 'cut_off' };
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
