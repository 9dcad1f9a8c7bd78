import { created, type OperationsOf, Reply } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { createComparisonService } from './comparison.service.ts';
import { createEnvironmentService } from './environment.service.ts';
import { createRevisionService } from './revision.service.ts';

/** The operations of revisions, environments, comparisons and contracts. */
export function revisionOperations(domain: Domain): OperationsOf<'revision'> {
  const revisions = createRevisionService(domain);
  const environments = createEnvironmentService(domain);
  const comparisons = createComparisonService(domain);
  return {
    listTaskRevisions: async ({ rows, query }) => revisions.list(await rows.task, query),
    async createTaskRevision(call) {
      const { params, body, headers, principal } = call;
      const revision = await revisions.create(params, body, headers['if-match'], principal);
      return created(call, String(revision.number), revision);
    },
    getTaskRevision: async ({ rows }) => revisions.get(await rows.task, rows.revision),
    activateTaskRevision: ({ params, rows, body }) =>
      revisions.activate(params, rows.revision, body),
    replaceTaskEnvironment: ({ params, body }) => environments.replace(params, body),
    deleteTaskEnvironment: async ({ params }) => environments.delete(params),
    compareTaskRevisions: ({ params, query }) => comparisons.compare(params, query),
    async getTaskOpenApi({ params, query }) {
      const contracts = await contractService(domain);
      const { name, body } = await contracts.document(params, query.revision);
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return new Reply(body, { headers });
    },
    async getTaskClient({ params, query }) {
      const contracts = await contractService(domain);
      const { name, body } = await contracts.client(params, query.revision);
      return new FileBody(name, 'text/plain; charset=utf-8', body);
    },
  };
}

/** Loaded on demand, since it needs the client generator. */
async function contractService(domain: Domain) {
  return (await import('../revision/contract.service.ts')).createContractService(domain);
}
