import { exampleOf, hashText, type JsonSchema } from '#core/json/example-value.ts';
import { estimateTokens } from '#core/run/tokens.ts';
import type { Message, ModelRequest, OfferedTools, Part, ToolCall } from './ask.ts';

/** The script of a pretend model. */
interface Sample {
  /** Chooses the arguments of a tool call. */
  seed: string;
  reasoning?: readonly string[];
  /** The output, in the pieces in which it arrives. */
  pieces: readonly string[];
  /** Waits before a piece of the output; without its index, before one of the reasoning. */
  before(index?: number): Promise<void> | undefined;
}

/** The answer of a pretend model. If there are tools, it calls one of them, once: the required one, or else the first. */
export async function* sampleParts(
  { messages, tools, signal }: Pick<ModelRequest, 'messages' | 'tools' | 'signal'>,
  { seed, reasoning = [], pieces, before }: Sample,
): AsyncGenerator<Part> {
  const call = sampleCall(tools, messages, seed);
  for (const text of reasoning) {
    await before();
    signal.throwIfAborted();
    yield { type: 'reasoning', text };
  }
  for (const [index, text] of (call ? [] : pieces).entries()) {
    await before(index);
    signal.throwIfAborted();
    yield { type: 'text', text };
  }
  if (call) yield { type: 'call', call };
  const input = messages.reduce((sum, { content }) => sum + content.length, 0);
  const written = [...reasoning, ...(call ? [call.input] : pieces)].join('');
  yield { type: 'usage', input: estimateTokens(input), output: estimateTokens(written.length) };
  yield { type: 'end', isCutOff: false };
}

function sampleCall(
  offered: OfferedTools | undefined,
  messages: readonly Message[],
  seed: string,
): ToolCall | undefined {
  if (!offered || messages.some(({ role }) => role === 'tool')) return undefined;
  const { tools, toolChoice: choice } = offered;
  if (choice.type === 'none') return undefined;
  const tool = tools.find(({ name }) => choice.type !== 'tool' || name === choice.toolName);
  if (!tool) return undefined;
  const args = exampleOf({ ...tool.inputSchema } as JsonSchema, { seed });
  const id = `call_${hashText(seed + tool.name)}`;
  return { id, name: tool.name, input: JSON.stringify(args) };
}
