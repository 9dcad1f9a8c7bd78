import type { InputFile } from '#core/task/input/files.ts';
import type { Model, ModelParameters } from '#generated/model/index.ts';
import type { OwnPayer } from '../../endpoint/own-spending.ts';

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

/** What a model's output is held to: a schema, or any JSON object. */
export type OutputConstraint = { type: 'json_schema'; schema: object } | { type: 'json_object' };

/** One request to a model. */
export interface ModelRequest {
  messages: readonly Message[];
  parameters: Omit<ModelParameters, 'timeout_seconds'>;
  /** What the model's output is held to, if it can be. */
  format?: OutputConstraint | undefined;
  /** Streaming takes more time, so it is used only if someone may be watching or the output may be expensive. */
  isStreamed: boolean;
  signal: AbortSignal;
  /** Receives the output as it arrives. */
  onText: (text: string) => void;
  /** Receives the usage as soon as it is known, also when the request fails afterwards. */
  onUsage?: ((usage: Omit<Reported, 'isCutOff'>) => void) | undefined;
  /** The tools that the model may call; absent if there are none. */
  tools?: OfferedTools | undefined;
  /** Receives the model's reasoning as it arrives. */
  onReasoning?: ((text: string) => void) | undefined;
  /** Called when the text so far turns out to have been reasoning. */
  onRestart?: (() => void) | undefined;
  /** Receives all that the model writes besides its text, as it arrives: reasoning and tool calls. */
  onUnseen?: ((text: string) => void) | undefined;
  /** Receives what the adapter left out of the request or changed, because the model doesn't support it. */
  onWarning?: ((text: string) => void) | undefined;
  /** Receives each complete tool call. */
  onToolCall?: ((call: ToolCall) => void) | undefined;
}

/** How the output ended, and the usage in tokens; undefined if the provider does not report it. */
export interface Reported {
  input: number | undefined;
  output: number | undefined;
  /** How much of the output was reasoning. */
  reasoning?: number | undefined;
  /** Whether the output reached its maximum length and so ends early. */
  isCutOff: boolean;
}

/** A model that runs can call. */
export interface AskableModel {
  info: Model;
  /**
   * The base URL of an endpoint whose capabilities are found by probing; undefined for models of a vendor, whose
   * capabilities are known.
   */
  endpoint?: string | undefined;
  /** Of an organisation's own endpoint: who pays for it, instead of the balance. */
  own?: OwnPayer;
  /** The model that a run goes on with if the provider fails. */
  fallback?: () => Promise<AskableModel | undefined>;
  /** Whether it can't be called because its price is unknown, so the usage couldn't be billed. */
  isUnpriced?: boolean;
  /**
   * Calls the model once, without retries. Null if its provider is not configured.
   * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
   */
  ask: ((question: ModelRequest) => Promise<Reported>) | null;
}
