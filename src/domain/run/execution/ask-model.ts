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
  /** What the provider gets in place of `content`, where files stand in it. */
  parts?: readonly MessagePart[];
}

export type MessagePart = string | InputFile;

/** A call of a tool, as the model made it. */
export interface ToolCall {
  id: string;
  name: string;
  /** JSON, when the model got it right. */
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
  /** Streaming costs more; it is only worth it when someone may watch. */
  isStreamed: boolean;
  signal: AbortSignal;
  /** Gets the answer as it comes. */
  onText: (text: string) => void;
  /** What the model may call; absent for nothing. */
  tools?: OfferedTools | undefined;
  /** Gets each call of a tool, whole. */
  onToolCall?: ((call: ToolCall) => void) | undefined;
}

/** How an answer ended, and the usage that the provider reports; undefined where it reports none. */
export interface Reported {
  input: number | undefined;
  output: number | undefined;
  /** Whether the answer reached the longest that it may be, and so ends before the model meant it to. */
  isCutOff: boolean;
}

/** A model that runs can ask. */
export interface AskableModel {
  info: Model;
  /**
   * Asks it once; nothing is tried again. Null if its provider is not configured.
   * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
   */
  ask: ((question: Question) => Promise<Reported>) | null;
}
