import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ModelParameters } from '#generated/model/index.ts';
import { ModelFailure, toModelFailure } from '../../platform/models/model-error.ts';
import type { CallableModel } from '../../platform/models/models.ts';
import { type Message, type ToolCall, toProviderPrompt } from './run-prompt.ts';

/** One request to a model. */
export interface ModelCall {
  model: CallableModel;
  messages: readonly Message[];
  parameters: ModelParameters;
  /** For models that can be held to a schema. */
  schema?: object | undefined;
  /** Streaming costs more; it is only worth it when someone may watch. */
  isStreamed: boolean;
  signal: AbortSignal;
  /** Gets the answer as it comes. */
  onText: (text: string) => void;
  /** What the model may call; absent for nothing. */
  tools?: Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'> | undefined;
  /** Gets each call of a tool, whole. */
  onToolCall?: ((call: ToolCall) => void) | undefined;
}

/** How an answer ended, and what the provider says that it used; undefined where it does not say. */
export interface Reported {
  input: number | undefined;
  output: number | undefined;
  /** Whether the answer ends where it had to, not where the model wanted: at the longest that it may be. */
  isCutOff: boolean;
}

/**
 * Asks a model once; nothing is tried again. The answer's text goes to `onText`.
 * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
 */
export async function callModel(call: ModelCall): Promise<Reported> {
  const { model, signal } = call;
  if (!model.call) throw notSetUp(model);
  let hasText = false;
  const onText = (text: string) => {
    hasText = true;
    call.onText(text);
  };
  try {
    signal.throwIfAborted();
    const options = toOptions(call);
    return call.isStreamed
      ? await stream(model.call.doStream(options), { ...call, onText })
      : await generate(model.call.doGenerate(options), { ...call, onText });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toModelFailure(error, model.origin, hasText);
  }
}

type Generated = ReturnType<NonNullable<CallableModel['call']>['doGenerate']>;
type Streamed = ReturnType<NonNullable<CallableModel['call']>['doStream']>;

async function generate(
  asked: Generated,
  { onText, onToolCall, signal }: ModelCall,
): Promise<Reported> {
  const answer = await unlessAborted(Promise.resolve(asked), signal);
  const texts = answer.content.map((part) => (part.type === 'text' ? part.text : ''));
  onText(texts.join(''));
  for (const part of answer.content) if (part.type === 'tool-call') onToolCall?.(toToolCall(part));
  return finish(answer.finishReason, answer.usage);
}

async function stream(
  asked: Streamed,
  { onText, onToolCall, signal }: ModelCall,
): Promise<Reported> {
  const { stream: parts } = await unlessAborted(Promise.resolve(asked), signal);
  const reader = parts.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      signal.throwIfAborted();
      if (done) throw new Error('premature end of the stream');
      if (part.type === 'text-delta' && part.delta !== '') onText(part.delta);
      if (part.type === 'tool-call') onToolCall?.(toToolCall(part));
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') return finish(part.finishReason, part.usage);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // After the end this does nothing; before it, it closes the request.
    void reader.cancel().catch(() => {});
  }
}

function finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): Reported {
  if (reason.unified === 'content-filter') {
    throw new ModelFailure(
      'model_refused',
      'The model refused to answer this (content filter). Change the prompt or the inputs.',
    );
  }
  if (reason.unified === 'error' || reason.unified === 'interrupted') {
    throw new ModelFailure(
      'model_interrupted',
      'The answer of the model broke off before its end. Run it again.',
    );
  }
  return {
    input: usage.inputTokens.total,
    output: usage.outputTokens.total,
    isCutOff: reason.unified === 'length',
  };
}

function toToolCall(part: { toolCallId: string; toolName: string; input: string }): ToolCall {
  return { id: part.toolCallId, name: part.toolName, input: part.input };
}

function toOptions({ model, messages, parameters, schema, tools, signal }: ModelCall) {
  const { temperature, top_p, max_output_tokens } = parameters;
  const takesSampling = model.info.supports.temperature;
  const options: LanguageModelV4CallOptions = {
    prompt: toProviderPrompt(messages),
    abortSignal: signal,
    ...tools,
  };
  if (takesSampling && temperature !== undefined) options.temperature = temperature;
  if (takesSampling && top_p !== undefined) options.topP = top_p;
  if (max_output_tokens !== undefined) options.maxOutputTokens = max_output_tokens;
  if (schema)
    options.responseFormat = { type: 'json', schema: schema as JSONSchema7, name: 'output' };
  return options;
}

/** An adapter that does not hear the signal must not hold up the run. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function notSetUp({ info }: CallableModel): ModelFailure {
  return new ModelFailure(
    'model_unauthorized',
    info.unavailable_reason ?? 'This model cannot be called.',
  );
}
