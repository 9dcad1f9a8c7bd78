import type { Json } from '#core/task/contract/api-contract.ts';
import { acceptedSchema } from '#core/task/input/input-schema.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { ChatMessageCreate, TaskDefinition } from '#generated/model/index.ts';

/** A chat, as its callers see it. */
export interface ChatContract {
  /** Absolute URL of the API, for example `http://localhost:4000/api/v1`. */
  baseUrl: string;
  orgId: string;
  projectId: string;
  chatId: string;
  title: string;
  version: number;
  /** The active revision of a chat with a task; null for other chats, which take and return text. */
  task: Pick<TaskDefinition, 'variables' | 'strict_inputs' | 'output_format'> | null;
  /** An example message. */
  message: ChatMessageCreate;
}

/** The API contract's schemas, with what this chat takes. */
export function chatSchemas(
  schemas: Readonly<Record<string, object>>,
  { task, message }: Pick<ChatContract, 'task' | 'message'>,
): Record<string, Json> {
  const all = schemas as Record<string, Json>;
  const create = (task ? all.ChatInputsCreate : all.ChatTextCreate) as { properties: object };
  const ChatMessageCreate = {
    ...create,
    properties: { ...create.properties, ...(task && { inputs: acceptedSchema(task) }) },
    examples: [message],
  };
  return { ...all, ChatMessageCreate: ChatMessageCreate as Json };
}

/** What a finished answer outputs. */
export function chatOutput({ task }: Pick<ChatContract, 'task'>): Json {
  return task ? outputSchema(task.output_format) : { type: 'string' };
}
