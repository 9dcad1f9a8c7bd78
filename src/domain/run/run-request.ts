import type { InputFile } from '#core/task/input/files.ts';
import type { RunCreate, RunSource } from '#generated/model/index.ts';
import type { Access, Principal } from '../principal.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import type { AskableModel } from './execution/ask-model.ts';
import type { Conversation } from './execution/conversation.ts';
import type { OutputReader } from './execution/run-job.ts';

/** What to run instead of one of the project's tasks: an assistant, or an answer in a chat. */
export interface GivenRun {
  runnable: Runnable;
  /** The definition's model by default. */
  model?: AskableModel | undefined;
  read?: OutputReader;
  /** The chat, without the message that is answered. */
  conversation?: Conversation;
  /** Files for the model, by the names of placeholders in the user prompt. They aren't stored with the run. */
  files?: ReadonlyMap<string, InputFile>;
}

/** A request to run a task. */
export interface RunRequest {
  place: RunnablePlace;
  principal: Principal;
  access: Access;
  body: RunCreate;
  idempotencyKey?: string | undefined;
  /** Where the run was started; derived from the caller by default. */
  source?: RunSource;
  /** The chat that it answers in. */
  chatId?: string;
  /** The project logs it, and its organisation pays. */
  given?: GivenRun;
  /** Whether someone may be watching it: a stream, or a background run. */
  isStreamed: boolean;
}
