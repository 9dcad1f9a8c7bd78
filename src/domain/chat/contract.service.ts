import type { ChatContract } from '#core/chat/contract/chat-contract.ts';
import { chatClient } from '#core/chat/contract/client.ts';
import { chatDocument } from '#core/chat/contract/document.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import { exampleInputs } from '#core/task/contract/task-contract.ts';
import type { TaskOpenApi } from '#generated/model/index.ts';
import { type ContractFile, loadApi, loadRuntime } from '../contract-files.ts';
import type { Domain } from '../domain.ts';
import { findChat } from './chat.service.ts';

const UNTITLED = 'Chat';
const QUESTION = 'What can you tell me?';

/** The contracts of chats: OpenAPI documents and clients. */
export function createContractService({
  stores,
  runnables,
  apiUrl: baseUrl,
}: Pick<Domain, 'apiUrl' | 'stores' | 'runnables'>) {
  async function contractOf(chatId: string): Promise<ChatContract> {
    const chat = await findChat(stores, chatId);
    const { config, config_version, org_id: orgId, project_id: projectId } = chat;
    const title = chat.title || UNTITLED;
    const common = { baseUrl, orgId, projectId, chatId, title, version: config_version };
    if (config.type !== 'task')
      return { ...common, task: null, message: { text: config.suggestions?.[0] ?? QUESTION } };
    const place = { orgId, projectId, taskId: config.task_id ?? '' };
    const { definition, taskName, revision } = await runnables.resolve(place);
    const inputs = exampleInputs({ ...common, ...place, taskName, revision, definition });
    return { ...common, task: definition, message: { inputs } };
  }

  return {
    async document(chatId: string): Promise<ContractFile<TaskOpenApi>> {
      const [api, contract] = await Promise.all([loadApi(), contractOf(chatId)]);
      const name = `${stemOf(contract.title, 'chat')}.openapi.json`;
      return { name, body: chatDocument(api, contract) };
    },

    async client(chatId: string): Promise<ContractFile<string>> {
      const [api, { chat: own, shared, stream }] = await Promise.all([loadApi(), loadRuntime()]);
      const contract = await contractOf(chatId);
      const name = `${stemOf(contract.title, 'chat')}.ts`;
      return { name, body: chatClient(api, contract, { own, shared, stream }) };
    },
  };
}
