import type { ApiContract } from '#core/task/contract/api-contract.ts';

/** A file of the contract of a task, collection or chat, with its file name. */
export interface ContractFile<T> {
  name: string;
  body: T;
}

/** The product's own OpenAPI document: 450 kB, needed only for these files. */
export async function loadApi(): Promise<ApiContract> {
  return (await import('./contract-documents.ts')).api as unknown as ApiContract;
}

/** The source code of the clients' runtimes, and of the parts that they share. */
export type ClientRuntimes = Record<'task' | 'collection' | 'chat' | 'shared' | 'stream', string>;

/** The source code of the clients' runtimes. */
export async function loadRuntime(): Promise<ClientRuntimes> {
  return (await import('./contract-documents.ts')).runtimes;
}
