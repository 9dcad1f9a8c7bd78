import { later } from './later.ts';
import type { Resolvers } from './resolver.ts';
import { taskResolvers } from './task.ts';

const resolvers = {
  ...taskResolvers,
  ...later(
    [
      'getTaskDraft',
      'replaceTaskDraft',
      'listTaskRevisions',
      'createTaskRevision',
      'getTaskRevision',
      'activateTaskRevision',
    ],
    async () => (await import('./revision.ts')).revisionResolvers,
  ),
  ...later(
    ['compareTaskRevisions'],
    async () => (await import('./revision-compare.ts')).comparisonResolvers,
  ),
  ...later(
    ['replaceTaskEnvironment', 'deleteTaskEnvironment'],
    async () => (await import('./environment.ts')).environmentResolvers,
  ),
  ...later(
    ['runTask', 'streamTask', 'getRun', 'streamRun', 'sendToolReply', 'cancelRun'],
    async () => (await import('./run.ts')).runResolvers,
  ),
  ...later(
    ['listRuns', 'getRunStats', 'listRunCallers', 'exportRuns', 'listRunSteps', 'getRunStep'],
    async () => (await import('./run-log.ts')).runLogResolvers,
  ),
  ...later(
    ['runAssist', 'streamAssist'],
    async () => (await import('./assist.ts')).assistResolvers,
  ),
  ...later(
    ['getTaskOpenApi', 'getTaskClient', 'runTaskMock', 'streamTaskMock'],
    async () => (await import('./task-contract.ts')).taskContractResolvers,
  ),
};

/** Fails to compile when an area resolves what the contract does not have. */
type Exact<T> = Exclude<keyof T, keyof Resolvers> extends never ? T : never;

/** What every operation of the contract does on the mocks; a missing one fails to compile. */
export const RESOLVERS: Resolvers = resolvers satisfies Exact<typeof resolvers>;
