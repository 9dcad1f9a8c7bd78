import type { ApiContract } from '#core/task/contract/api-contract.ts';

/** A file of the contract of a task, collection or chat, with its file name. */
export interface ContractFile<T> {
  name: string;
  body: T;
}

/** The product's own OpenAPI document: 450 kB, needed only for these files. */
export async function loadApi(): Promise<ApiContract> {
  const document = await import('#generated/server/openapi.json', { with: { type: 'json' } });
  return document.default as unknown as ApiContract;
}

/** The source code of the clients' runtimes, and of the parts that they share. */
export type ClientRuntimes = Record<'task' | 'collection' | 'chat' | 'shared' | 'stream', string>;

/** The source code of the clients' runtimes. */
export async function loadRuntime(): Promise<ClientRuntimes> {
  return (await import('#generated/client/runtime.json', { with: { type: 'json' } })).default;
}
