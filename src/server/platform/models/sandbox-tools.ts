import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { exampleOf, hashText, type JsonSchema } from '#core/json/example-value.ts';

/** A tool call in the providers' format. */
export interface SandboxCall {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: string;
}

export const CALLS_FINISH = { unified: 'tool-calls' as const, raw: 'tool_calls' };

/** The sandbox model calls a single tool once: the required one, or otherwise the first, with valid arguments. */
export function toolToCall(
  { tools = [], toolChoice, prompt }: LanguageModelV4CallOptions,
  question: string,
): SandboxCall | undefined {
  const hasReplies = prompt.some(({ role }) => role === 'tool');
  if (hasReplies || toolChoice?.type === 'none') return undefined;
  const wanted = toolChoice?.type === 'tool' ? toolChoice.toolName : undefined;
  const tool = tools.find((one) => wanted === undefined || one.name === wanted);
  if (tool?.type !== 'function') return undefined;
  const args = exampleOf({ ...tool.inputSchema } as JsonSchema, { seed: question });
  return {
    type: 'tool-call',
    toolCallId: `call_${hashText(question + tool.name)}`,
    toolName: tool.name,
    input: JSON.stringify(args),
  };
}

/** The tools' replies, with their names. */
export function toolReplies(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) => {
    if (message.role !== 'tool') return [];
    return message.content.flatMap((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'text') return [];
      return [`${part.toolName} replied: ${part.output.value}`];
    });
  });
}

/** A tool call as a stream. */
export function streamOfCall(
  call: SandboxCall,
  usage: LanguageModelV4Usage,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue(call);
      controller.enqueue({ type: 'finish', usage, finishReason: CALLS_FINISH });
      controller.close();
    },
  });
}
