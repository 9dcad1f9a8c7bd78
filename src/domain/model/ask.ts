import type { InputFile } from '#core/task/input/files.ts';
import type { Model, ModelParameters } from '#generated/model/index.ts';
import type { OwnPayer } from '../endpoint/own-spending.ts';

/** A message to a model, as the trace shows it. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Which tools an assistant called. */
  calls?: readonly ToolCall[];
  /** The call that a tool message replies to. */
  replyTo?: ToolCall;
  /** Sent to the provider instead of `content` when it contains files. */
  parts?: readonly MessagePart[];
}

export type MessagePart = string | InputFile;

/** A call of a tool, as the model made it. */
export interface ToolCall {
  id: string;
  name: string;
  /** JSON, if the model wrote it correctly. */
  input: string;
}

/** The tools that a model may call, and whether it must. */
export interface OfferedTools {
  tools: { type: 'function'; name: string; description: string; inputSchema: object }[];
  toolChoice: { type: 'none' | 'auto' | 'required' } | { type: 'tool'; toolName: string };
}

/** A constraint on a model's output: a schema, or any JSON object. */
export type OutputConstraint = { type: 'json_schema'; schema: object } | { type: 'json_object' };

/** One request to a model. */
export interface ModelRequest {
  messages: readonly Message[];
  parameters: Omit<ModelParameters, 'timeout_seconds'>;
  /** Constrains the output, if the model supports that. */
  format?: OutputConstraint | undefined;
  /** The tools that the model may call; absent if there are none. */
  tools?: OfferedTools | undefined;
  /** Streaming takes more time, so it is used only if someone may be watching or the output may be expensive. */
  isStreamed: boolean;
  signal: AbortSignal;
}

/** A part of a model's answer. The last one is `end`, unless the request fails. */
export type Part =
  | { type: 'text' | 'reasoning'; text: string }
  /** All text so far turned out to be reasoning. */
  | { type: 'restart' }
  /** A tool call while the model writes it: its name and pieces of its arguments. */
  | { type: 'calling'; text: string }
  | { type: 'call'; call: ToolCall }
  /** Something that the adapter left out of the request or changed, because the model doesn't support it. */
  | { type: 'warning'; text: string }
  /** Sent as soon as it is known, also if the request fails afterwards. */
  | ({ type: 'usage' } & TokenReport)
  | { type: 'end'; isCutOff: boolean };

/** The usage in tokens; undefined where the provider doesn't report it. */
export interface TokenReport {
  input: number | undefined;
  output: number | undefined;
  /** How much of the output was reasoning. */
  reasoning?: number | undefined;
}

/** As much of a model's answer as has arrived. */
export interface Answer {
  text: string;
  reasoning: string;
  /** All output besides the text: reasoning and tool calls. */
  unseen: string;
  calls: ToolCall[];
  warnings: string[];
  usage?: TokenReport;
  isEnded: boolean;
  /** Whether the output reached its maximum length and so ends early. */
  isCutOff: boolean;
}

export function newAnswer(): Answer {
  return {
    text: '',
    reasoning: '',
    unseen: '',
    calls: [],
    warnings: [],
    isEnded: false,
    isCutOff: false,
  };
}

/** Adds a part to an answer. */
export function addPart(answer: Answer, part: Part): void {
  switch (part.type) {
    case 'text':
      answer.text += part.text;
      break;
    case 'reasoning':
      answer.reasoning += part.text;
      answer.unseen += part.text;
      break;
    case 'restart':
      answer.reasoning += answer.text;
      answer.unseen += answer.text;
      answer.text = '';
      break;
    case 'calling':
      answer.unseen += part.text;
      break;
    case 'call':
      answer.calls.push(part.call);
      break;
    case 'warning':
      answer.warnings.push(part.text);
      break;
    case 'usage':
      answer.usage = part;
      break;
    case 'end':
      answer.isEnded = true;
      answer.isCutOff = part.isCutOff;
  }
}

/** Waits for the whole answer. @param answer receives what arrives, also if the request fails */
export async function wholeAnswer(parts: AsyncIterable<Part>, answer = newAnswer()) {
  for await (const part of parts) addPart(answer, part);
  return answer;
}

/** A model that can be called. */
export interface AskableModel {
  info: Model;
  /**
   * The base URL of an endpoint whose capabilities are found by probing; undefined for models of a vendor, whose
   * capabilities are known.
   */
  endpoint?: string | undefined;
  /** Of an organisation's own endpoint: who pays for it, instead of the balance. */
  own?: OwnPayer;
  /** The model that a run continues with if the provider fails. */
  fallback?: () => Promise<AskableModel | undefined>;
  /** Whether it can't be called because its price is unknown, so the usage couldn't be billed. */
  isUnpriced?: boolean;
  /**
   * Calls the model once, without retries. Null if its provider is not configured. The request is sent with the first
   * part that is read, and is closed when nobody reads any more.
   * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
   */
  ask: ((request: ModelRequest) => AsyncIterable<Part>) | null;
}
