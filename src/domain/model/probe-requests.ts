import { tryJson } from '#core/json/parse-json.ts';
import {
  type AskableModel,
  type Message,
  type ModelRequest,
  type OfferedTools,
  wholeAnswer,
} from './ask.ts';

/** The first message of every probe. */
export const PROBE_PROMPT = 'This is a connection test. Keep the response short.';

/** Enough for a model that reasons before it answers. */
const MAX_TOKENS = 512;
const COLOUR = 'teal';

/** Nothing in the prompts asks for it, so only a model that is held to the schema writes it. */
const SCHEMA = {
  type: 'object',
  properties: { colour: { type: 'string', enum: [COLOUR] } },
  required: ['colour'],
  additionalProperties: false,
};
const TOOL = {
  type: 'function' as const,
  name: 'look_up_weather',
  description: 'Looks up the current weather of a city.',
  inputSchema: {
    type: 'object',
    // Only one value is allowed, so that a model constrained by the schema can't ramble.
    properties: { city: { type: 'string', enum: ['Paris'] } },
    required: ['city'],
  },
};
const GREETING = 'Say hello.';
const QUESTION = 'What is the weather in Paris right now? Look it up with the tool.';

/** What came back from one request of a probe. */
export interface ProbeReply {
  text: string;
  hasReasoning: boolean;
  called: boolean;
  isCutOff: boolean;
}

/** The requests of a probe. Each throws what the model throws. */
export function probeRequests({ ask }: AskableModel, signal: AbortSignal) {
  async function send(
    question: string,
    parts: Partial<Pick<ModelRequest, 'isStreamed' | 'format' | 'tools'>> = {},
  ): Promise<ProbeReply> {
    if (!ask) throw new TypeError('Only a model that can be called can be probed');
    const messages: Message[] = [
      { role: 'system', content: PROBE_PROMPT },
      { role: 'user', content: question },
    ];
    const parameters = { max_output_tokens: MAX_TOKENS };
    const { text, reasoning, calls, isCutOff } = await wholeAnswer(
      ask({ messages, parameters, isStreamed: false, signal, ...parts }),
    );
    const called = calls.some(({ name }) => name === TOOL.name);
    return { text, hasReasoning: reasoning !== '', called, isCutOff };
  }

  const offer = (toolChoice: OfferedTools['toolChoice']) => ({ tools: [TOOL], toolChoice });
  const schema = { type: 'json_schema' as const, schema: SCHEMA };
  return {
    greet: (isStreamed: boolean) => send(GREETING, { isStreamed }),
    greetWithSchema: () => send(GREETING, { format: schema }),
    // Some servers insist that the prompt mentions JSON.
    greetWithJson: () => send('Say hello, as a JSON object.', { format: { type: 'json_object' } }),
    greetWithRequiredTool: () => send(GREETING, { tools: offer({ type: 'required' }) }),
    greetWithNamedTool: () =>
      send(GREETING, { tools: offer({ type: 'tool', toolName: TOOL.name }) }),
    askWithTool: () => send(QUESTION, { tools: offer({ type: 'auto' }) }),
    askWithToolAndSchema: (type: 'auto' | 'required') =>
      send(QUESTION, { tools: offer({ type }), format: schema }),
  };
}

/** Whether the output can only come from the schema. */
export function followsSchema({ text }: ProbeReply): boolean {
  return (tryJson(text.trim()) as { colour?: unknown } | undefined)?.colour === COLOUR;
}

/** Whether the output is a JSON object. */
export function isJsonObject({ text }: ProbeReply): boolean {
  const value = tryJson(text.trim());
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
