import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { Message, MessagePart, ToolCall } from '#domain/model/ask.ts';
import { parsedInput } from '#domain/run/execution/prompt.ts';

/** Messages in the format of the providers' adapters. */
export function toProviderPrompt(messages: readonly Message[]): LanguageModelV4Prompt {
  return messages.map(({ role, content, parts = [content], calls = [], replyTo }) => {
    if (role === 'system') return { role, content };
    if (role === 'assistant') return { role, content: assistantParts(content, calls) };
    if (role === 'tool') return { role, content: replyTo ? [toolResult(replyTo, content)] : [] };
    return { role, content: parts.map(toProviderPart) };
  });
}

function assistantParts(text: string, calls: readonly ToolCall[]) {
  const texts: LanguageModelV4TextPart[] =
    text === '' && calls.length > 0 ? [] : [{ type: 'text', text }];
  const made = calls.map(({ id, name, input }): LanguageModelV4ToolCallPart => {
    return { type: 'tool-call', toolCallId: id, toolName: name, input: parsedInput(input) ?? {} };
  });
  return [...texts, ...made];
}

function toolResult({ id, name }: ToolCall, text: string): LanguageModelV4ToolResultPart {
  const output = { type: 'text' as const, value: text };
  return { type: 'tool-result', toolCallId: id, toolName: name, output };
}

function toProviderPart(part: MessagePart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (typeof part === 'string') return { type: 'text', text: part };
  const { mediaType, base64 } = part;
  return { type: 'file', mediaType, data: { type: 'data', data: base64 } };
}
