import { formatMicros } from '#core/billing/money.ts';
import { dayOf, monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import { SPEND_ALERTS_MAX } from '#core/limits.ts';
import type { SpendAlert, SpendAlertCreate, SpendAlertList } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notification/notify.ts';
import { ownersOf } from '../notification/recipients.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import type { SpendAlertRow } from './billing.tables.ts';
import { paid } from './limit.service.ts';
import { namesOfProjects } from './names.ts';

const BATCH = 50;

/** Spend alerts of organisations. */
export function createSpendAlertService({ stores }: Pick<Domain, 'stores'>) {
  const { billing } = stores;

  async function views(orgId: string, rows: readonly SpendAlertRow[]): Promise<SpendAlert[]> {
    const names = await namesOfProjects(
      stores,
      rows.map(({ project_id }) => project_id),
    );
    const now = new Date();
    const month = { from: `${monthOf(now)}-01`, to: dayOf(now) };
    const sums = rows.length === 0 ? [] : await billing.usage(orgId, month, 'project');
    return rows.map((row) => {
      const { project_id } = row;
      return asView('SpendAlert', row, {
        project_name: project_id === null ? null : (names.get(project_id) ?? null),
        spent: paid(project_id === null ? sums : sums.filter((sum) => sum.id === project_id)),
        is_reached: row.notified_month === monthOf(now),
      });
    });
  }

  return {
    async list(orgId: string, query: PageQuery): Promise<SpendAlertList> {
      const options = { where: { org_id: orgId } };
      return listViews(billing.spendAlerts, options, query, (rows) => views(orgId, rows));
    },

    /** @throws ProblemError 400 for an unknown project, 409 `limit_reached`, `name_taken` */
    async create(orgId: string, body: SpendAlertCreate): Promise<SpendAlert> {
      const { amount, project_id = null } = body;
      if (
        project_id !== null &&
        !(await stores.project.projects.find({ id: project_id, org_id: orgId }))
      )
        throw invalidField('/project_id', DETAIL.projectUnknown);
      const row: SpendAlertRow = {
        ...{ id: newId('alert'), org_id: orgId, project_id, amount },
        notified_month: null,
        created_at: new Date().toISOString(),
      };
      await stores.transaction(async ({ billing, org }) => {
        await mustFind(org.orgs.lock({ id: orgId }));
        const all = await billing.spendAlerts.list({ where: { org_id: orgId } });
        if (all.length >= SPEND_ALERTS_MAX)
          throw new ProblemError('limit_reached', DETAIL.spendAlertLimit(SPEND_ALERTS_MAX));
        if (all.some((one) => one.project_id === project_id && one.amount === amount))
          throw invalidField('/amount', DETAIL.spendAlertTwice);
        await billing.spendAlerts.insert(row);
      });
      const [alert] = await views(orgId, [row]);
      return alert as SpendAlert;
    },

    /** @throws ProblemError 404 */
    async delete({ id }: SpendAlertRow): Promise<void> {
      if ((await billing.spendAlerts.delete({ id })) === 0) throw notFound();
    },
  };
}

/**
 * Notifies owners when this month's spending has reached an alert's amount, once a month per alert. Several processes
 * may run it at once.
 */
export async function alertSpending(
  { stores }: Pick<Domain, 'stores'>,
  { signal, now }: { signal: AbortSignal; now: Date },
): Promise<void> {
  const month = monthOf(now);
  while (!signal.aborted) {
    const reached = await stores.billing.reachedAlerts(month, BATCH);
    for (const { id, spent } of reached)
      await stores.transaction((all) => alert(all, id, { month, spent }));
    if (reached.length < BATCH) return;
  }
}

async function alert(
  all: Stores,
  id: string,
  { month, spent }: { month: string; spent: number },
): Promise<void> {
  // The lock lets only one process notify them.
  const row = await all.billing.spendAlerts.lock({ id });
  if (!row || row.notified_month === month) return;
  await all.billing.spendAlerts.change({ id }, { notified_month: month });
  const org = await all.org.orgs.find({ id: row.org_id });
  if (!org) return;
  const names = await namesOfProjects(all, [row.project_id]);
  const place = row.project_id === null ? org.name : (names.get(row.project_id) ?? org.name);
  await notify(all, await ownersOf(all, row.org_id), {
    event: 'spend_alert',
    facts: { place, amount: formatMicros(row.amount), spent: formatMicros(spent) },
    ref: `spend ${id} ${month}`,
    path: `/orgs/${row.org_id}/settings/billing?tab=limits`,
  });
}
