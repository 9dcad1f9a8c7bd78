import { taskClient } from '#core/task/contract/client.ts';
import { taskDocument } from '#core/task/contract/document.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import { exampleFrom, type TaskContract } from '#core/task/contract/task-contract.ts';
import type { RunTarget, TaskOpenApi } from '#generated/model/index.ts';
import { type ContractFile, loadApi, loadRuntime } from '../contract-files.ts';
import type { Domain } from '../domain.ts';
import { requireContract } from '../task/runnable.service.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import { lastTried } from './last-tried.ts';

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
      const [api, { task: own, shared, stream }] = await Promise.all([loadApi(), loadRuntime()]);
      const contract = await contractOf(place, target);
      return {
        name: fileNameOf(contract, 'ts'),
        body: taskClient(api, contract, { own, shared, stream }),
      };
    },
  };
}
