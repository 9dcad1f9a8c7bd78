import type { ApiContract } from '#core/task/contract/api-contract.ts';
import { taskClient } from '#core/task/contract/client.ts';
import { taskDocument } from '#core/task/contract/document.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import { exampleFrom, type TaskContract } from '#core/task/contract/task-contract.ts';
import type { RunTarget, TaskOpenApi } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { lastTried } from '../run/last-tried.ts';
import { requireContract } from './runnable.service.ts';
import type { Runnable, RunnablePlace } from './runnable.ts';

/** A file, and the name to save it under. */
interface ContractFile<T> {
  name: string;
  body: T;
}

/** The task contracts of revisions: OpenAPI documents and clients. */
export function createContractService(domain: Pick<Domain, 'apiUrl' | 'runnables' | 'stores'>) {
  /**
   * @throws ProblemError 400 when the draft's variables or output format break a rule, 404, 409 when none is active
   */
  async function contractOf(
    place: RunnablePlace,
    target?: RunTarget,
  ): Promise<TaskContract & Pick<Runnable, 'definition'>> {
    const { taskName, revision, definition } = await domain.runnables.resolve(place, target);
    requireContract(definition);
    return { baseUrl: domain.apiUrl, ...place, taskName, revision, definition };
  }

  return {
    contractOf,

    async document(place: RunnablePlace, target?: RunTarget): Promise<ContractFile<TaskOpenApi>> {
      const api = await loadApi();
      const contract = await contractOf(place, target);
      const tried = await lastTried(domain.stores, contract.taskId, contract.revision);
      const lastRun = exampleFrom(contract, tried);
      return {
        name: fileNameOf(contract, 'openapi.json'),
        body: taskDocument(api, { ...contract, lastRun }),
      };
    },

    async client(place: RunnablePlace, target?: RunTarget): Promise<ContractFile<string>> {
      const [api, { source }] = await Promise.all([loadApi(), loadRuntime()]);
      const contract = await contractOf(place, target);
      return { name: fileNameOf(contract, 'ts'), body: taskClient(api, contract, source) };
    },
  };
}

/** The product's own document: 450 kB, needed only for these files. */
async function loadApi(): Promise<ApiContract> {
  const document = await import('#generated/server/openapi.json', { with: { type: 'json' } });
  return document.default as unknown as ApiContract;
}

async function loadRuntime(): Promise<{ source: string }> {
  return (await import('#generated/client/runtime.json', { with: { type: 'json' } })).default;
}
