import { can } from '#core/access/permissions.ts';
import { spentOf } from '#core/billing/account.ts';
import { monthEnd, monthOf } from '#core/billing/month.ts';
import type { SpendLimit, SpendLimitList, UsageFigures } from '#generated/model/index.ts';
import type { ApiKeyRow } from '../access/access.tables.ts';
import { type Reader, visibleProjects, within } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import { type PageQuery, pageOf } from '../paging.ts';
import { mustFind } from '../problem.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import type { SpendLimitRow } from './billing.tables.ts';
import { namesOfCallers, namesOfProjects } from './names.ts';

/** How long a new limit is recounted. By then, every statement that began before it was set has ended. */
const RECOUNT_MS = 300_000;
const RECOUNT_MAX = 1000;

/** What a limit applies to: a project, or one of its API keys. */
interface Limited {
  project: ProjectRow;
  key: ApiKeyRow | null;
}

/** The monthly spend limits of projects and API keys. */
export function createLimitService({ stores }: Pick<Domain, 'stores'>) {
  const { limits } = stores.billing;

  async function view({ project, key }: Limited): Promise<SpendLimit> {
    const row = await limits.find({ id: key?.id ?? project.id });
    const now = new Date();
    return {
      scope: key ? 'api_key' : 'project',
      id: key?.id ?? project.id,
      name: key?.name ?? project.name,
      project_id: project.id,
      project_name: project.name,
      amount: row?.amount ?? null,
      spent: row
        ? spentOf(row, monthOf(now))
        : await spentIn(stores, { project, key }, monthOf(now)),
      reserved: row?.reserved ?? 0,
      resets_at: monthEnd(now).toISOString(),
    };
  }

  return {
    get: view,

    /**
     * @param amount micro-dollars; null for no limit
     * @throws ProblemError 404
     */
    async replace(found: Limited, amount: number | null): Promise<SpendLimit> {
      await stores.transaction(async (all) => {
        // Runs are accepted and ended under this lock, so that nearly all are counted exactly once; see `recountLimits`
        // for the rest.
        await mustFind(all.org.orgs.lock({ id: found.project.org_id }));
        await replaceLimit(all, found, amount);
      });
      return view(found);
    },

    /** By project. Those of API keys are for those who may see the keys. */
    async list(orgId: string, query: PageQuery, reader: Reader): Promise<SpendLimitList> {
      const visible = await visibleProjects(stores, reader);
      const where = { org_id: orgId, ...within(visible, 'id') };
      const ids = (await stores.project.projects.list({ where })).map(({ id }) => id);
      const rows = await limits.list({
        where: { project_id: { in: ids } },
        order: ['project_id', 'id'],
      });
      const seen = rows.filter(
        ({ api_key_id, project_id }) =>
          api_key_id === null || can('project', visible.roleIn(project_id), 'edit'),
      );
      const { results, pagination } = pageOf(seen, query);
      const projectNames = await namesOfProjects(stores, ids);
      const keyNames = await namesOfCallers(
        stores,
        results.flatMap(({ api_key_id }) => api_key_id ?? []),
      );
      const now = new Date();
      return {
        results: results.map((row) => toLimit(row, { projectNames, keyNames, now })),
        pagination,
      };
    },
  };
}

async function replaceLimit(all: Stores, found: Limited, amount: number | null): Promise<void> {
  const { project, key } = found;
  const { limits } = all.billing;
  const id = key?.id ?? project.id;
  if (amount === null) {
    await limits.delete({ id });
    return;
  }
  const updated_at = new Date().toISOString();
  if ((await limits.change({ id }, { amount, updated_at })) > 0) return;
  await limits.insert({
    id,
    scope: key ? 'api_key' : 'project',
    project_id: project.id,
    api_key_id: key?.id ?? null,
    amount,
    ...(await countsOf(all, found)),
    updated_at,
  });
}

/**
 * Recounts the spending and reservations of limits that were set recently. On PostgreSQL, a statement that accepts or
 * ends a run doesn't see a limit that was set while it waited for the organisation's lock, so it doesn't update that
 * limit.
 */
export async function recountLimits(stores: Stores, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - RECOUNT_MS).toISOString();
  const set = await stores.billing.limits.list({
    where: { updated_at: { gt: since } },
    order: ['updated_at', 'id'],
    descending: true,
    limit: RECOUNT_MAX,
  });
  for (const { id } of set) await stores.transaction((all) => recount(all, id));
}

async function recount(all: Stores, id: string): Promise<void> {
  const known = await all.billing.limits.find({ id });
  const project = known && (await all.project.projects.find({ id: known.project_id }));
  if (!project || !(await all.org.orgs.lock({ id: project.org_id }))) return;
  const row = await all.billing.limits.lock({ id });
  if (!row) return;
  const { api_key_id } = row;
  const key = api_key_id === null ? null : await all.access.apiKeys.find({ id: api_key_id });
  if (key !== undefined)
    await all.billing.limits.change({ id }, await countsOf(all, { project, key }));
}

/** The amount spent this month, and the amount reserved by runs and calls in progress. */
async function countsOf(all: Stores, found: Limited) {
  const { project, key } = found;
  const month = await all.billing.month();
  return {
    month,
    spent: await spentIn(all, found, month),
    reserved: await all.billing.reservedBy(project.id, key?.id ?? null),
  };
}

/** The amount charged to the balance in a month. */
async function spentIn(
  { billing }: Stores,
  { project, key }: Limited,
  month: string,
): Promise<number> {
  const filter = {
    from: `${month}-01`,
    to: `${month}-31`,
    project_id: project.id,
    ...(key && { caller_id: key.id }),
  };
  return paid(await billing.usage(project.org_id, filter, 'day'));
}

/** The part of the cost that was charged to the balance. */
export function paid(sums: readonly UsageFigures[]): number {
  return sums.reduce((total, { cost, own }) => total + cost - own, 0);
}

function toLimit(
  row: SpendLimitRow,
  known: {
    projectNames: ReadonlyMap<string, string>;
    keyNames: ReadonlyMap<string, string>;
    now: Date;
  },
): SpendLimit {
  const project_name = known.projectNames.get(row.project_id) ?? row.project_id;
  const key_name = row.api_key_id === null ? undefined : known.keyNames.get(row.api_key_id);
  return asView('SpendLimit', row, {
    name: row.api_key_id === null ? project_name : (key_name ?? row.id),
    project_name,
    spent: spentOf(row, monthOf(known.now)),
    reserved: Math.max(0, row.reserved),
    resets_at: monthEnd(known.now).toISOString(),
  });
}
