import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { withoutPassages } from '#core/collection/cite/passage-prompt.ts';
import { estimateTokens } from '#core/run/tokens.ts';
import { sandboxOutput } from './sandbox-output.ts';
import { CALLS_FINISH, streamOfCall, toolReplies, toolToCall } from './sandbox-tools.ts';

/** Delay per word, so that streaming, cancelling and resuming can be seen. A whole response takes a second or two. */
const WORD_MS = 25;

/**
 * The built-in model, for trying everything without an API key. It is deterministic, says what it is, streams word by
 * word, and returns JSON that matches the given schema.
 * @param options.wordMs milliseconds between two words of a stream; 0 in tests
 * @param options.output writes the output; by default, it is an example that matches the format
 */
export function createSandboxModel(
  options: { wordMs?: number; output?: (prompt: string) => string } = {},
): LanguageModelV4 {
  const wordMs = options.wordMs ?? WORD_MS;
  return {
    specificationVersion: 'v4',
    provider: 'sandbox',
    modelId: 'sandbox',
    supportedUrls: {},
    async doGenerate(call) {
      call.abortSignal?.throwIfAborted();
      const used = toolToCall(call, lastQuestion(call.prompt));
      if (used) {
        const usage = usageOf(call.prompt, used.input);
        return { content: [used], finishReason: CALLS_FINISH, usage, warnings: [] };
      }
      const text = options.output?.(promptsOf(call)) ?? outputFor(call);
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: usageOf(call.prompt, text),
        warnings: [],
      };
    },
    async doStream(call) {
      const used = toolToCall(call, lastQuestion(call.prompt));
      if (used) return { stream: streamOfCall(used, usageOf(call.prompt, used.input)) };
      const text = options.output?.(promptsOf(call)) ?? outputFor(call);
      return { stream: streamOf(text, usageOf(call.prompt, text), wordMs, call.abortSignal) };
    },
  };
}

function outputFor(call: LanguageModelV4CallOptions): string {
  const format = call.responseFormat;
  const schema = format?.type === 'json' ? format.schema : undefined;
  const { prompt } = call;
  const text = sandboxOutput(lastQuestion(prompt), schema, toolReplies(prompt), promptsOf(call));
  const most = call.maxOutputTokens;
  return most === undefined ? text : text.slice(0, most * 4);
}

function promptsOf({ prompt }: LanguageModelV4CallOptions): string {
  return prompt.map(({ content }) => textOf(content)).join('\n');
}

function streamOf(
  text: string,
  usage: LanguageModelV4Usage,
  wordMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  let at = 0;
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({ type: 'text-start', id: '0' });
    },
    async pull(controller) {
      const word = words[at];
      at += 1;
      if (word !== undefined) {
        if (wordMs > 0) await new Promise((resolve) => setTimeout(resolve, wordMs));
        if (signal?.aborted) return controller.error(signal.reason);
        return controller.enqueue({ type: 'text-delta', id: '0', delta: word });
      }
      controller.enqueue({ type: 'text-end', id: '0' });
      controller.enqueue({ type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } });
      controller.close();
    },
  });
}

function lastQuestion(prompt: LanguageModelV4Prompt): string {
  for (const message of prompt.toReversed()) {
    if (message.role === 'user') return withoutPassages(textOf(message.content));
  }
  return '';
}

function textOf(content: LanguageModelV4Prompt[number]['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function usageOf(prompt: LanguageModelV4Prompt, response: string): LanguageModelV4Usage {
  const length = prompt.reduce((sum, message) => sum + textOf(message.content).length, 0);
  const input = estimateTokens(length);
  const output = estimateTokens(response.length);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
