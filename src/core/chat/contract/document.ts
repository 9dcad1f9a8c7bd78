import type { ApiContract } from '#core/task/contract/api-contract.ts';
import { projectedDocument } from '#core/task/contract/projection.ts';
import type { ProblemCode, TaskOpenApi } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { type ChatContract, chatSchemas } from './chat-contract.ts';

/** The operations on a chat for API callers. */
const OPERATIONS = [
  'sendChatMessage',
  'listChatMessages',
  'getChatMessage',
  'streamChatAnswer',
  'cancelChatAnswer',
  'regenerateChatAnswer',
  'getChatPassage',
];

/** The OpenAPI document of a chat: a projection of the API contract, with what this chat takes. */
export function chatDocument(api: ApiContract, chat: ChatContract): TaskOpenApi {
  const { chatId, title, version, message } = chat;
  const description = `The chat “${title}”.\n\nErrors are \`application/problem+json\`: branch on \`code\`.`;
  return projectedDocument({
    ...chat,
    api,
    kind: 'chat',
    id: chatId,
    info: { title, version: String(version), description },
    tags: [{ name: 'chat', description: 'Messages and their answers, which can be streamed.' }],
    operations: Object.fromEntries(OPERATIONS.map((id) => [id, 'chat'])),
    schemas: chatSchemas(api.components.schemas, chat),
    codes: Object.keys(PROBLEMS) as ProblemCode[],
    requestExamples: (id) =>
      id === 'sendChatMessage' ? { message: { summary: 'A message', value: message } } : undefined,
  });
}
