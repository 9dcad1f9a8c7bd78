import { estimateTokens } from '#core/run/tokens.ts';
import { limitRefusal } from '#domain/billing/limits.ts';
import { createRetriever } from '#domain/collection/retriever.ts';
import type { Domain } from '#domain/domain.ts';
import { createOwnSpending } from '#domain/endpoint/own-spending.ts';
import { createProbes } from '#domain/model/probe.service.ts';
import { createRunExecutor } from '#domain/run/execution/executor.ts';
import { createPaying } from '#domain/run/execution/paying.ts';
import { newJob } from '#domain/run/execution/run-job.ts';
import { LiveRun } from '#domain/run/live-run.ts';
import { RejectedCounts } from '#domain/run/rejected/rejected-counts.ts';
import type { RejectedPort, RunPort } from '#domain/run/run.port.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import { createRunHub } from '#domain/run/run-hub.ts';
import { endedView, type RunView } from '#domain/run/run-view.ts';
import { toRun } from '#domain/run/to-run.ts';
import type { Stores } from '#domain/stores.ts';
import { Taken } from '#domain/table.ts';
import { newRow } from '#domain/tables.ts';
import type { Run, RunError } from '#generated/model/index.ts';
import { openPages, PAGE } from '../chat/page.ts';
import { chargeRun, releaseBalance, reserveBalance } from '../memory/billing.ts';
import type { Store } from '../store.ts';
import { noteEndedRun } from '../webhook/ended-run.ts';
import { pretendModel } from './pretend-model.ts';

/** How often the usage of runs is updated. */
const ESTIMATE_MS = 500;
const LOST: RunError = {
  code: 'run_lost',
  message: 'The page was reloaded before the run ended. Nothing was billed. Run it again.',
};

export interface MockRunPort extends RunPort {
  /** Resumes the runs that a page load interrupted. */
  resume(): Promise<void>;
}

/** Runs in this page: the server's executor with a pretend model, stored in the tables in memory. */
export function createRunPort(
  store: Store,
  domain: () => Pick<Domain, 'charges' | 'collection' | 'runnables' | 'stores'>,
): MockRunPort {
  /** Runs that this page started or resumed. */
  const own = new Set<string>();
  let estimating: ReturnType<typeof setInterval> | undefined;

  const probes = createProbes(domain);
  const execute = createRunExecutor({
    capabilitiesOf: probes.of,
    report: console.error,
    retrieve: (query) => createRetriever(domain())(query),
    countTokens: async (text) => estimateTokens(text.length),
    paying: createPaying({
      own: createOwnSpending(() => domain().stores),
      refusalOf: (id, cost) => limitRefusal(domain().stores, id, cost),
      async reserve({ id, reserved }) {
        const row = await domain().stores.run.runs.find({ id, ended_at: null });
        if (!row) return { isCovered: false, refusedBy: null };
        const covered = reserveBalance(store, { ...row, reserved }, row.reserved);
        if (covered.isCovered) await domain().stores.run.runs.change({ id }, { reserved });
        return covered;
      },
    }),
    // Nothing leaves the page: a saved reply stands in for webhooks and servers.
    callTool: async ({ name, replies = [] }) => {
      const missing = `The mocks didn't call ${name}. Save a reply to see it here.`;
      return { reply: replies[0]?.reply ?? missing, error: null };
    },
  });

  const hub = createRunHub({
    execute,
    report: console.error,
    find: (id) => domain().stores.run.runs.find({ id }),
    onEnded: (id) => own.delete(id),
    async end({ entry_id: _, steps, ...row }) {
      // Another tab may have ended it in the meantime.
      store.pull();
      const { runs, traces } = domain().stores.run;
      const [ended] = await runs.update({ id: row.id, ended_at: null }, row);
      if (!ended) return false;
      await traces.put({ run_id: row.id, steps });
      const run = toRun(ended);
      chargeRun(store, ended, run);
      noteEndedRun(store, run);
      store.push();
      return true;
    },
  });

  function keepEstimating(): void {
    estimating ??= setInterval(() => {
      const all = [...hub.all()];
      for (const one of all) one.estimate();
      void saveTexts(all.map(({ run }) => run)).catch(console.error);
      if (all.length > 0) return;
      clearInterval(estimating);
      estimating = undefined;
    }, ESTIMATE_MS);
  }

  /** Saves the text so far of answers in chats, for other tabs, and stops answers that another tab has cancelled. */
  async function saveTexts(all: readonly Run[]): Promise<void> {
    const { runs } = domain().stores.run;
    const answers = all.filter(({ source }) => source === 'chat');
    if (answers.length === 0) return;
    store.pull();
    for (const { id, output_text } of answers) {
      const [row] = await runs.update({ id, ended_at: null }, { output_text });
      if (row?.cancel_requested) hub.cancel(id);
    }
    store.push();
  }

  /** Restarts a run that a page load interrupted. Its output will be the same. */
  async function follow(row: RunRow): Promise<RunView> {
    const known = hub.find(row.id);
    if (known) return known.shown;
    if (await isElsewhere(domain().stores, row)) return viewElsewhere(store, domain().stores, row);
    own.add(row.id);
    const { runnables, stores } = domain();
    const place = { orgId: row.org_id, projectId: row.project_id, taskId: row.task_id };
    const target = row.revision === null ? 'draft' : String(row.revision);
    try {
      const { definition: found } = await runnables.resolve(place, target);
      const definition = { ...found, model_id: row.model_id };
      const live = new LiveRun(toRun(row), row.org_id);
      const isStreamed = row.source === 'console';
      hub.run(
        newJob(live, { definition, model: modelOf(row.model_id), isStreamed, read: undefined }),
      );
      return live.shown;
    } catch {
      // Assistants are not tasks of the project, and a task may have been deleted.
      const ended_at = new Date().toISOString();
      const change = { status: 'failed', error: LOST, ended_at, cost: 0 } as const;
      const [lost] = await stores.run.runs.update({ id: row.id, ended_at: null }, change);
      if (lost) chargeRun(store, lost, toRun(lost));
      return endedView(toRun(lost ?? row), [], row.resets);
    }
  }

  function modelOf(id: string) {
    const info = store.data.models.find((model) => model.id === id);
    return info && pretendModel(store, info);
  }

  return {
    hub,
    rejected: createRejectedPort(store, domain),
    workerId: 'mocks',
    // A browser stores less anyway.
    isFull: () => false,
    probes,
    modelOf,
    follow,
    async accept({ is_free, ...row }) {
      const refused = { isCovered: false, refusedBy: null };
      if (!store.data.tables.org[row.org_id]) return refused;
      const covered = is_free ? { ...refused, isCovered: true } : reserveBalance(store, row);
      if (!covered.isCovered) return covered;
      try {
        await domain().stores.run.runs.insert(newRow('run', row));
      } catch (error) {
        if (!is_free) releaseBalance(store, row);
        if (error instanceof Taken) return refused;
        throw error;
      }
      own.add(row.id);
      keepEstimating();
      store.push();
      return covered;
    },
    async notify(what, runId) {
      const row = await domain().stores.run.runs.find({ id: runId });
      if (what === 'cancel' && row) await follow(row);
      if (what !== 'cancel' || hub.cancel(runId)) return;
      // The tab that executes it looks there.
      store.push();
    },
    async resume() {
      const { runs } = domain().stores.run;
      const open = await runs.list({ where: { status: { in: ['queued', 'running'] } } });
      for (const row of open)
        if (!own.has(row.id) && !(await isElsewhere(domain().stores, row))) await follow(row);
    },
  };
}

const LOOK_MS = 300;

/** Whether another open tab executes a run: that of an answer in a chat. */
async function isElsewhere({ chat }: Pick<Stores, 'chat'>, { id, source }: RunRow) {
  if (source !== 'chat') return false;
  const answer = await chat.messages.find({ run_id: id });
  const worker = answer?.worker_id ?? PAGE;
  return worker !== PAGE && (await openPages()).has(worker);
}

/** A run of another tab, which saves its text from time to time. */
function viewElsewhere(store: Store, stores: Pick<Stores, 'run'>, row: RunRow): RunView {
  let current = row;
  let latest = toRun(row);
  async function look(onChange: () => void): Promise<void> {
    store.pull();
    const found = await stores.run.runs.find({ id: row.id });
    const isSame =
      found?.output_text === current.output_text && found.ended_at === current.ended_at;
    if (!found || isSame) return;
    current = found;
    latest = toRun(found);
    onChange();
  }
  return {
    get run() {
      return latest;
    },
    steps: [],
    get resets() {
      return current.resets;
    },
    get isEnded() {
      return current.ended_at !== null;
    },
    mayLag: true,
    follow(onChange) {
      const timer = setInterval(() => void look(onChange).catch(console.error), LOOK_MS);
      return () => clearInterval(timer);
    },
  };
}

/** Counts rejected calls in their table. */
function createRejectedPort(store: Store, domain: () => Pick<Domain, 'stores'>): RejectedPort {
  const counts = new RejectedCounts();
  return {
    count: (rejection, requestId) => counts.add(rejection, requestId),
    save: () =>
      counts.save(async (rows) => {
        const { rejected } = domain().stores.run;
        for (const row of rows) {
          const { calls = 0, first_at = row.first_at } =
            (await rejected.find({ id: row.id })) ?? {};
          const task = store.data.tables.task[row.task_id ?? ''];
          const task_name = task?.project_id === row.project_id ? task.name : null;
          await rejected.put({ ...row, task_name, calls: calls + row.calls, first_at });
        }
      }),
  };
}
