import type { InputFile } from '#core/task/input/files.ts';
import type { Model, ModelParameters } from '#generated/model/index.ts';

/** A message to a model, as the trace shows it. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Which tools an assistant called. */
  calls?: readonly ToolCall[];
  /** The call that a tool's message answers. */
  answers?: ToolCall;
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

/** The tools that a model may call, and whether it has to. */
export interface OfferedTools {
  tools: { type: 'function'; name: string; description: string; inputSchema: object }[];
  toolChoice: { type: 'none' | 'auto' | 'required' } | { type: 'tool'; toolName: string };
}

/** One request to a model. */
export interface Question {
  messages: readonly Message[];
  parameters: Omit<ModelParameters, 'timeout_seconds'>;
  /** For models that can be held to a schema. */
  schema?: object | undefined;
  /** Streaming costs more, so it is only used when someone may be watching. */
  isStreamed: boolean;
  signal: AbortSignal;
  /** Receives the output as it arrives. */
  onText: (text: string) => void;
  /** What the model may call; absent for nothing. */
  tools?: OfferedTools | undefined;
  /** Receives each complete tool call. */
  onToolCall?: ((call: ToolCall) => void) | undefined;
}

/** How an answer ended, and the usage that the provider reports; undefined where it reports none. */
export interface Reported {
  input: number | undefined;
  output: number | undefined;
  /** Whether the output reached its maximum length and so ends early. */
  isCutOff: boolean;
}

/** A model that runs can ask. */
export interface AskableModel {
  info: Model;
  /**
   * Asks the model once, without retries. Null if its provider is not configured.
   * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
   */
  ask: ((question: Question) => Promise<Reported>) | null;
}
