import type { Charges } from '#domain/billing/charges.ts';
import { limitRefusal } from '#domain/billing/limits.ts';
import { createOwnSpending } from '#domain/endpoint/own-spending.ts';
import type { ModelPort } from '#domain/model/model.port.ts';
import { createProbes } from '#domain/model/probe.service.ts';
import type { Sealer } from '#domain/ports.ts';
import type { Retriever } from '#domain/run/execution/context/retrieval.ts';
import { createRunExecutor } from '#domain/run/execution/executor.ts';
import { createPaying } from '#domain/run/execution/paying.ts';
import type { RunPort } from '#domain/run/run.port.ts';
import { createRunService } from '#domain/run/run.service.ts';
import { createRunHub } from '#domain/run/run-hub.ts';
import type { Stores } from '#domain/stores.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import type { ToolCaller } from '#domain/tool/tool.port.ts';
import type { Database } from '../../db/client.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import type { Models } from '../../platform/models/models.ts';
import { countTokens } from '../../platform/models/tokens.ts';
import { createRunKeeper, SHUT_DOWN } from './keeper/run-keeper.ts';
import { createRejectedCalls, rejectedJob } from './rejected/rejected-calls.ts';
import { followRemote, RUN_CANCEL, RUN_CHANGED, RUN_REPLY } from './remote-run.ts';
import { createRunStorage } from './run-storage.ts';
import { createRunWriter } from './run-writer.ts';

export interface RunsDeps {
  database: Database;
  presence: Presence;
  stores: Stores;
  charges: Charges;
  runnables: Runnables;
  models: Pick<Models, 'find'>;
  model: ModelPort;
  secrets: Sealer;
  /** Reports a failure in the background, where no request is waiting for it. */
  report: (error: unknown) => void;
  /** How many runs execute at once; others wait as `queued`. */
  maxActive?: number | undefined;
  /** Roughly how long a run waits before it calls a model again that is busy. */
  retryMs?: number | undefined;
  /** Calls webhooks and tool servers. */
  callTool: ToolCaller;
  /** Finds passages for tasks with retrieval. */
  retriever: Retriever;
}

/** Assembles the dependencies of runs. */
export async function createRuns(deps: RunsDeps) {
  const { database, presence, stores, charges, models, report } = deps;
  const { callTool, retriever: retrieve } = deps;
  const writer = createRunWriter(database);
  const probes = createProbes(() => ({ stores, charges }));
  const own = createOwnSpending(() => stores);
  const refusalOf = (id: string, cost: number) => limitRefusal(stores, id, cost);
  const paying = createPaying({ reserve: writer.reserve, own, refusalOf });
  const hub = createRunHub({
    execute: createRunExecutor({
      capabilitiesOf: probes.of,
      retryMs: deps.retryMs,
      report,
      retrieve,
      callTool,
      countTokens,
      paying,
    }),
    end: writer.end,
    find: (id) => stores.run.runs.find({ id }),
    onEnded(id) {
      if (database.kind === 'postgres') void database.notify(RUN_CHANGED, id).catch(report);
    },
    report,
    maxActive: deps.maxActive,
    processes: presence.processes,
  });
  const keeper = await createRunKeeper({
    database,
    hub,
    writer,
    note: paying.note,
    report,
  });
  const rejected = createRejectedCalls({ db: database.db, report });
  const storage = createRunStorage({ db: database.db, report });
  const port: RunPort = {
    hub,
    rejected,
    workerId: presence.id,
    accept: writer.accept,
    isFull: storage.isFull,
    modelOf: models.find,
    probes,
    follow: (row) => followRemote(database, row),
    notify: (what, id) => database.notify(what === 'cancel' ? RUN_CANCEL : RUN_REPLY, id),
  };
  const domain = {
    stores,
    run: port,
    runnables: deps.runnables,
    model: deps.model,
    secrets: deps.secrets,
  };
  const service = createRunService(domain);
  return {
    port,
    service,
    /** The background work on runs. */
    jobs: [keeper, rejectedJob(rejected)],
    /**
     * Accepts no more runs, waits for those in progress, and stops those that take longer than the given
     * milliseconds.
     */
    drain: (patience: number): Promise<void> => hub.drain(patience, SHUT_DOWN),
    /** Stops everything immediately, and stores it. Call it before the database is closed. */
    async close(patience = 0): Promise<void> {
      await hub.drain(patience, SHUT_DOWN);
      await storage.close();
    },
  };
}
