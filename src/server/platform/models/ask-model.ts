import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type {
  AskableModel,
  ModelRequest,
  Reported,
  ToolCall,
} from '#domain/run/execution/ask-model.ts';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import { type RequestParameters, sentParameters } from '#domain/run/execution/sent-parameters.ts';
import { toModelFailure } from './model-error.ts';
import type { CallableModel } from './models.ts';
import { toProviderPrompt } from './provider-prompt.ts';

/** A model that runs can call. */
export function askable(model: CallableModel): AskableModel {
  const known = askables.get(model);
  if (known) return known;
  const { info, call, origin, isUnpriced } = model;
  const ask =
    call && ((question: ModelRequest) => askModel({ call, info, origin, isUnpriced }, question));
  const made = { info, ask, isUnpriced };
  askables.set(model, made);
  return made;
}

const askables = new WeakMap<CallableModel, AskableModel>();

type Configured = CallableModel & { call: LanguageModelV4 };

async function askModel(model: Configured, question: ModelRequest): Promise<Reported> {
  const { signal } = question;
  let hasText = false;
  const onText = (text: string) => {
    hasText = true;
    question.onText(text);
  };
  try {
    signal.throwIfAborted();
    const options = toOptions(model, question);
    return question.isStreamed
      ? await stream(model.call.doStream(options), { ...question, onText })
      : await generate(model.call.doGenerate(options), { ...question, onText });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toModelFailure(error, model.origin, hasText);
  }
}

type Generated = ReturnType<LanguageModelV4['doGenerate']>;
type Streamed = ReturnType<LanguageModelV4['doStream']>;

async function generate(
  generating: Generated,
  { onText, onToolCall, onUnseen, onUsage, signal }: ModelRequest,
): Promise<Reported> {
  const response = await unlessAborted(Promise.resolve(generating), signal);
  const texts = response.content.map((part) => (part.type === 'text' ? part.text : ''));
  onText(texts.join(''));
  for (const part of response.content) {
    if (part.type === 'reasoning') onUnseen?.(part.text);
    if (part.type !== 'tool-call') continue;
    onUnseen?.(part.toolName + part.input);
    onToolCall?.(toToolCall(part));
  }
  return finish(response.finishReason, response.usage, onUsage);
}

async function stream(
  streaming: Streamed,
  { onText, onToolCall, onUnseen, onUsage, signal }: ModelRequest,
): Promise<Reported> {
  const { stream: parts } = await unlessAborted(Promise.resolve(streaming), signal);
  const reader = parts.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      signal.throwIfAborted();
      if (done) throw new Error('premature end of the stream');
      if (part.type === 'text-delta' && part.delta !== '') onText(part.delta);
      if (part.type === 'reasoning-delta' || part.type === 'tool-input-delta')
        onUnseen?.(part.delta);
      if (part.type === 'tool-input-start') onUnseen?.(part.toolName);
      if (part.type === 'tool-call') onToolCall?.(toToolCall(part));
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') return finish(part.finishReason, part.usage, onUsage);
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
  onUsage: ModelRequest['onUsage'],
): Reported {
  const tokens = { input: usage.inputTokens.total, output: usage.outputTokens.total };
  onUsage?.(tokens);
  if (reason.unified === 'content-filter') {
    throw new ModelFailure(
      'model_refused',
      'The model refused to respond (content filter). Change the prompt or the inputs.',
    );
  }
  if (reason.unified === 'error' || reason.unified === 'interrupted') {
    throw new ModelFailure('model_interrupted', "The model's response ended early. Run it again.");
  }
  return {
    ...tokens,
    isCutOff: reason.unified === 'length',
  };
}

function toToolCall(part: { toolCallId: string; toolName: string; input: string }): ToolCall {
  return { id: part.toolCallId, name: part.toolName, input: part.input };
}

function toOptions(
  { info }: Configured,
  { messages, parameters, schema, tools, signal }: ModelRequest,
) {
  const { sent } = sentParameters(parameters, info);
  const options: LanguageModelV4CallOptions = {
    prompt: toProviderPrompt(messages),
    abortSignal: signal,
    ...toProviderParameters(sent),
    ...tools,
  };
  if (schema)
    options.responseFormat = { type: 'json', schema: schema as JSONSchema7, name: 'output' };
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
