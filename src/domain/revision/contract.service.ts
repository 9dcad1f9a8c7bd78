import { taskClient } from '#core/task/contract/client.ts';
import { taskDocument } from '#core/task/contract/document.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import { exampleFrom, type TaskContract } from '#core/task/contract/task-contract.ts';
import type { Run, RunTarget, TaskOpenApi } from '#generated/model/index.ts';
import { type ContractFile, loadApi, loadRuntime } from '../contract-files.ts';
import type { Domain } from '../domain.ts';
import { toRun } from '../run/to-run.ts';
import type { Stores } from '../stores.ts';
import { requireContract } from '../task/runnable.service.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';

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

/** The latest successful console run of a revision or of the draft. */
async function lastTried(
  { run }: Pick<Stores, 'run'>,
  taskId: string,
  revision: number | null,
): Promise<Run | undefined> {
  const [newest] = await run.runs.list({
    where: { task_id: taskId, revision, source: 'console', status: 'succeeded' },
    order: ['id'],
    descending: true,
    limit: 1,
  });
  return newest && toRun(newest);
}
