import { noCollections, type Retriever } from '#domain/run/retrieval.ts';
import { createRunExecutor } from '#domain/run/run-executor.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import type { ToolCaller } from '#domain/tool/tool.port.ts';
import type { Database } from '../../db/client.ts';
import { countTokens } from '../../platform/models/tokens.ts';
import type { ModelService } from '../model/model.service.ts';
import { createRunService } from './run.service.ts';
import { createRunHub } from './run-hub.ts';
import { createRunKeeper, newWorkerId, SHUT_DOWN } from './run-keeper.ts';
import { createRunListService } from './run-list.service.ts';
import { createRunStatsService } from './run-stats.service.ts';
import { createRunWriter } from './run-writer.ts';

export interface RunsDeps {
  database: Database;
  runnables: Runnables;
  models: ModelService;
  /** Where failures that no request waits for are reported. */
  report: (error: unknown) => void;
  /** How many runs are executed at once; more wait as `queued`. */
  maxActive?: number | undefined;
  /** Asks the webhooks and servers of tools. */
  callTool: ToolCaller;
  /** Finds passages for tasks with retrieval; without it no project has collections. */
  retriever?: Retriever | undefined;
}

/** All that runs need, put together. Runs that a dead process left are ended before this resolves. */
export async function createRuns(deps: RunsDeps) {
  const {
    database,
    runnables,
    models,
    report,
    maxActive,
    retriever = noCollections,
    callTool,
  } = deps;
  const workerId = newWorkerId();
  const writer = createRunWriter(database);
  const execute = createRunExecutor({ report, retrieve: retriever, callTool, countTokens });
  const hub = createRunHub({ database, writer, execute, report, maxActive });
  const keeper = await createRunKeeper({ database, hub, writer, workerId, report });
  return {
    service: createRunService({ database, runnables, models, hub, writer, workerId }),
    log: createRunListService({ database, hub }),
    stats: createRunStatsService({ database }),
    reapedAtStart: keeper.reapedAtStart,
    /** Takes no more runs, waits for those under way, and stops those that take longer than so many milliseconds. */
    drain: (patience: number): Promise<void> => hub.drain(patience, SHUT_DOWN),
    /** The same at once, and all of it on record. Call it before the database is closed. */
    async close(patience = 0): Promise<void> {
      await hub.drain(patience, SHUT_DOWN);
      await keeper.close();
    },
  };
}
