import { formatMicros } from '#core/billing/money.ts';
import { correctedText, correctionEntry } from '#core/billing/reprice.ts';
import { firstIdAt, newId } from '#core/ids.ts';
import { record } from '../../audit/entry.ts';
import { type Origin, SYSTEM } from '../../audit/origin.ts';
import type { Domain } from '../../domain.ts';
import { isOwnModelId } from '../../endpoint/own-id.ts';
import { splitModelId } from '../../model/endpoint.ts';
import { notify } from '../../notification/notify.ts';
import { ownersOf } from '../../notification/recipients.ts';
import type { Stores } from '../../stores.ts';
import { type Background, Stopped } from '../../system/background.ts';
import { followCosts } from './follow-costs.ts';
import { nextOf } from './next-of-correction.ts';
import type { CorrectedRunRow, PriceCorrectionRow } from './price.tables.ts';
import { CALL_ID, isCallId, repriceCalls } from './priced-calls.ts';

/** Runs per batch. Changing a batch blocks the embedded database for about 30 ms. */
const CHANGED_AT_ONCE = 50;

/** When a correction that couldn't be applied is tried again. */
const RETRY_MS = 60_000;

/** Corrections that are calculated or applied. */
export function correctionWork(
  domain: Pick<Domain, 'stores' | 'collection'>,
): Background<PriceCorrectionRow> {
  const { corrections } = domain.stores.billing;
  return {
    table: corrections,
    isOpen: { status: { in: ['calculating', 'applying'] } },
    begun: {},
    work: (row, signal) => workOnCorrection(domain, row, signal),
    async fail({ id, worker_id }, error, report) {
      report(error);
      const ended_at = new Date().toISOString();
      await corrections.change(
        { id, worker_id, status: 'calculating' },
        { status: 'failed', ended_at, worker_id: null, lease_until: null },
      );
      // One that has begun to change costs must be finished.
      const lease_until = new Date(Date.now() + RETRY_MS).toISOString();
      await corrections.change(
        { id, worker_id, status: 'applying' },
        { worker_id: null, lease_until },
      );
    },
  };
}

/**
 * Calculates or applies a correction. Each batch is a transaction that also stores how far it is, so an interruption at
 * any moment neither loses nor repeats anything.
 * @throws Stopped
 */
async function workOnCorrection(
  { stores, collection }: Pick<Domain, 'stores' | 'collection'>,
  row: PriceCorrectionRow,
  signal: AbortSignal,
): Promise<void> {
  const isEmbedding = collection.embedding.find(row.model_id) !== undefined;
  const step = () =>
    row.status === 'calculating' ? calculate(stores, row, isEmbedding) : apply(stores, row);
  while (await step()) {
    signal.throwIfAborted();
    // The embedded database would otherwise let nobody else have a turn.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Locks a correction that is still this process's, and changes it. */
async function change(
  { billing }: Stores,
  { id, worker_id, status }: PriceCorrectionRow,
  changeOf: (row: PriceCorrectionRow) => Partial<PriceCorrectionRow>,
): Promise<PriceCorrectionRow> {
  const row = await billing.corrections.lock({ id, worker_id, status });
  if (!row) throw new Stopped();
  const changed = changeOf(row);
  await billing.corrections.change({ id }, changed);
  return { ...row, ...changed };
}

/** @returns whether there is more to look at */
async function calculate(
  stores: Stores,
  { id }: PriceCorrectionRow,
  isEmbedding: boolean,
): Promise<boolean> {
  const row = await stores.billing.corrections.find({ id });
  if (!row) throw new Stopped();
  const { found, last, pending = 0, unknown = 0 } = await nextOf(stores, row, isEmbedding);
  await stores.transaction(async (all) => {
    const { correctedRuns, correctedOrgs } = all.billing;
    if (found.length > 0) await correctedRuns.insert(found);
    for (const org_id of new Set(found.map((one) => one.org_id))) {
      const key = { correction_id: id, org_id };
      if (await correctedOrgs.find(key)) continue;
      const fresh = { model_id: row.model_id, runs: 0, calls: 0, due: 0, amount: null };
      await correctedOrgs.insert({ ...key, ...fresh });
    }
    const organizations = await correctedOrgs.count({ correction_id: id });
    await change(
      all,
      row,
      (before) =>
        ({
          organizations,
          runs: before.runs + count(found, isRun),
          calls: before.calls + count(found, isCall),
          unknown_calls: before.unknown_calls + unknown,
          pending_runs: before.pending_runs + pending,
          unpriced_runs: before.unpriced_runs + count(found, (one) => one.cost_before === null),
          cost_before: before.cost_before + sum(found, (one) => one.cost_before ?? 0),
          cost_after: before.cost_after + sum(found, (one) => one.cost_after ?? 0),
          ...(last === undefined
            ? { status: 'ready', progress: 100, worker_id: null, lease_until: null }
            : { cursor: last, progress: progressOf(row, last) }),
        }) as const,
    );
  });
  return last !== undefined;

  /** Ids sort by time. */
  function progressOf({ starts_at, ends_at }: PriceCorrectionRow, at: string): number {
    const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
    let [low, high] = [0, 99];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const time = start + ((end - start) * middle) / 100;
      if (firstIdAt(isCallId(at) ? CALL_ID : 'run', time) <= at) low = middle;
      else high = middle - 1;
    }
    // There are far fewer calls than runs.
    return isCallId(at) ? Math.floor(low / 10) : 10 + Math.floor(low * 0.9);
  }
}

/** @returns whether there is more to do: first the runs and calls, then the ledgers of the organisations */
async function apply(stores: Stores, row: PriceCorrectionRow): Promise<boolean> {
  const { id } = row;
  const [one] = await stores.billing.correctedRuns.list({
    where: { correction_id: id, is_applied: false },
    order: ['run_id'],
    limit: 1,
  });
  if (one) {
    await stores.transaction((all) => applyRuns(all, row));
    return true;
  }
  const [open] = await stores.billing.correctedOrgs.list({
    where: { correction_id: id, amount: null },
    order: ['org_id'],
    limit: 1,
  });
  if (open) {
    await stores.transaction((all) => settle(all, row, open.org_id));
    return true;
  }
  await stores.transaction(async (all) => {
    const ended_at = new Date().toISOString();
    const end = { status: 'succeeded', progress: 100, worker_id: null, lease_until: null } as const;
    const done = await change(all, row, () => ({ ...end, ended_at }));
    const { undoes } = done;
    if (undoes !== null) await all.billing.corrections.change({ id: undoes }, { undone_by: id });
    await record(all, originOf(done), {
      action: 'correctPrices',
      target: {
        type: 'model_endpoint',
        id: row.model_id,
        name: await modelLabel(all, row.model_id),
      },
      changes: [
        { field: 'cost', before: done.cost_before, after: done.cost_after, is_hidden: false },
      ],
    });
  });
  return false;
}

/** Whoever applied it has made its changes. */
function originOf({
  created_by_id: id,
  created_by_name: name,
  org_id,
}: PriceCorrectionRow): Origin {
  const actor = { type: 'user', id, name, personId: null } as const;
  return { actor, network: null, requestId: null, orgId: org_id };
}

/** Changes the costs of runs and calls, and what follows from them. */
async function applyRuns(all: Stores, row: PriceCorrectionRow): Promise<void> {
  const { correctedRuns, correctedOrgs, reprice } = all.billing;
  const correction_id = row.id;
  const rows = await correctedRuns.list({
    where: { correction_id, is_applied: false },
    order: ['run_id'],
    limit: CHANGED_AT_ONCE,
  });
  // Only one process gets past this at a time.
  await change(all, row, (before) => ({
    applied_runs: before.applied_runs + rows.length,
    progress: Math.min(
      99,
      Math.floor((100 * (before.applied_runs + rows.length)) / (before.runs + before.calls)),
    ),
  }));
  const calls = await repriceCalls(all, rows.filter(isCall));
  const runs = await reprice(
    rows.filter(isRun).map((one) => ({
      id: one.run_id,
      cost_before: one.cost_before,
      billed_before: one.billed_before,
      cost: one.cost_after,
      billed: one.billed_after,
      steps: one.steps_after,
    })),
  );
  const changed = [...calls, ...runs];
  const changedIds = new Set(changed.map(({ id }) => id));
  const applied = rows.filter(({ run_id }) => changedIds.has(run_id));
  const skipped = rows.filter(({ run_id }) => !changedIds.has(run_id));
  const of = (some: readonly CorrectedRunRow[]) => ({ in: some.map(({ run_id }) => run_id) });
  if (applied.length > 0)
    await correctedRuns.change({ correction_id, run_id: of(applied) }, { is_applied: true });
  if (skipped.length > 0) {
    await correctedRuns.delete({ correction_id, run_id: of(skipped) });
    await change(all, row, (before) => ({
      skipped_runs: before.skipped_runs + skipped.length,
    }));
  }
  await followCosts(all, row, applied, changed);
  for (const [org_id, own] of Map.groupBy(applied, (one) => one.org_id)) {
    const known = await correctedOrgs.find({ correction_id, org_id });
    if (!known) continue;
    const due = known.due + sum(own, (one) => one.billed_after - one.billed_before);
    const more = { runs: known.runs + count(own, isRun), calls: known.calls + count(own, isCall) };
    await correctedOrgs.change({ correction_id, org_id }, { due, ...more });
  }
}

/** Writes the ledger's entry of an organisation, and tells its owners. */
async function settle(all: Stores, row: PriceCorrectionRow, org_id: string): Promise<void> {
  const { correctedOrgs } = all.billing;
  const correction_id = row.id;
  await change(all, row, () => ({ progress: row.progress }));
  const org = await all.org.allOrgs.lock({ id: org_id });
  const one = await correctedOrgs.find({ correction_id, org_id });
  if (one?.amount !== null) return;
  const { due, model_id } = one;
  const earlier = await correctedOrgs.list({
    where: { org_id, model_id },
    order: ['correction_id', 'org_id'],
  });
  const waived = sum(earlier, (known) => (known.amount === null ? 0 : known.due + known.amount));
  const available = org ? org.balance - org.reserved : 0;
  const amount = org ? correctionEntry(due, { available, waived }) : 0;
  await correctedOrgs.change({ correction_id, org_id }, { amount });
  await change(all, row, (before) => ({
    given_back: before.given_back + Math.max(0, amount),
    taken: before.taken + Math.max(0, -amount),
    waived: before.waived + Math.max(0, due + amount),
  }));
  if (!org || amount === 0) return;
  const label = await modelLabel(all, model_id);
  await all.billing.addEntry({
    id: newId('entry'),
    org_id,
    kind: 'price_correction',
    amount,
    reference: `price:${correction_id}:${org_id}`,
    project_id: null,
    note: `Price of ${label} corrected: ${correctedText(one)}`,
    created_at: new Date().toISOString(),
  });
  const balance = { before: org.balance, after: org.balance + amount };
  await record(
    all,
    { ...SYSTEM, orgId: org_id },
    {
      action: 'correctPrices',
      target: { type: 'org', id: org_id, name: org.name },
      changes: [{ field: 'balance', ...balance, is_hidden: false }],
    },
  );
  if (org.deleted_at !== null) return;
  await notify(all, await ownersOf(all, org_id), {
    event: amount > 0 ? 'price_given_back' : 'price_charged',
    facts: { place: org.name, amount: formatMicros(Math.abs(amount)), model: label },
    ref: `price ${correction_id} ${org_id}`,
    path: `/orgs/${org_id}/settings/billing?tab=ledger&kind=price_correction`,
  });
}

const isCall = ({ run_id }: CorrectedRunRow) => isCallId(run_id);
const isRun = (row: CorrectedRunRow) => !isCall(row);

function count<T>(rows: readonly T[], test: (row: T) => boolean): number {
  return rows.filter(test).length;
}

function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((all, row) => all + value(row), 0);
}

/** What a model is called in texts: by its endpoint if it is an organisation's own. */
async function modelLabel(
  { endpoint }: Pick<Stores, 'endpoint'>,
  modelId: string,
): Promise<string> {
  if (!isOwnModelId(modelId)) return modelId;
  const [id, name] = splitModelId(modelId);
  const row = await endpoint.endpoints.find({ id });
  return row ? `${row.name}: ${name}` : name;
}
