import type { ApiContract } from '#core/task/contract/api-contract.ts';
import { taskClient } from '#core/task/contract/client.ts';
import { taskDocument } from '#core/task/contract/document.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import {
  contractErrors,
  exampleFrom,
  type TaskContract,
} from '#core/task/contract/task-contract.ts';
import { ProblemError } from '#domain/problem.ts';
import type { RunService } from '#domain/run/run.service.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import runtime from '#generated/client/runtime.json' with { type: 'json' };
import type { RunTarget, TaskOpenApi } from '#generated/model/index.ts';
import { document } from '../../http/contract.ts';

/** A task and the organisation and project that it is asked for in. */
export interface ContractPlace {
  orgId: string;
  projectId: string;
  taskId: string;
}

/** A file, and what to call it. */
export interface ContractFile<T> {
  name: string;
  body: T;
}

export type ContractService = ReturnType<typeof createContractService>;

const api = document as unknown as ApiContract;

/** What a task promises to those who call it, revision by revision. */
export function createContractService({
  runnables,
  runs,
  baseUrl,
}: {
  runnables: Runnables;
  runs: Pick<RunService, 'lastTried'>;
  /** Absolute URL of the API. */
  baseUrl: string;
}) {
  /**
   * @throws ProblemError 400 when the draft's variables or output format break a rule, 404, 409 when none is active
   */
  async function contractOf(place: ContractPlace, target?: RunTarget): Promise<TaskContract> {
    const { taskId, taskName, revision, definition } = await runnables.resolve(place, target);
    const errors = contractErrors(definition);
    if (errors.length > 0) {
      throw new ProblemError(
        'invalid_request',
        'The draft has no contract yet: its variables or its output format break a rule.',
        { errors },
      );
    }
    const { orgId, projectId } = place;
    return { baseUrl, orgId, projectId, taskId, taskName, revision, definition };
  }

  return {
    contractOf,

    async document(place: ContractPlace, target?: RunTarget): Promise<ContractFile<TaskOpenApi>> {
      const contract = await contractOf(place, target);
      const tried = await runs.lastTried(contract.taskId, contract.revision);
      const lastRun = exampleFrom(contract, tried);
      return {
        name: fileNameOf(contract, 'openapi.json'),
        body: taskDocument(api, { ...contract, lastRun }),
      };
    },

    async client(place: ContractPlace, target?: RunTarget): Promise<ContractFile<string>> {
      const contract = await contractOf(place, target);
      return { name: fileNameOf(contract, 'ts'), body: taskClient(api, contract, runtime.source) };
    },
  };
}
