import { later } from './later.ts';
import type { Resolvers } from './resolver.ts';

const resolvers = {
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
    ['runTaskMock', 'streamTaskMock'],
    async () => (await import('./task-mock.ts')).taskMockResolvers,
  ),
};

/** Fails to compile when an area resolves what the contract does not have. */
type Exact<T> = Exclude<keyof T, keyof Resolvers> extends never ? T : never;

/** What every operation of the contract does on the mocks; a missing one fails to compile. */
export const RESOLVERS: Resolvers = resolvers satisfies Exact<typeof resolvers>;
