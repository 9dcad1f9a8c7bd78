import { USAGE_FILE } from '#core/billing/billing-export.ts';
import { forecastSpend } from '#core/billing/forecast.ts';
import { addDays, dayOf, daysOf, monthEnd } from '#core/billing/month.ts';
import { USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX, USAGE_GROUPS_MAX } from '#core/limits.ts';
import type {
  GetUsageParams,
  SpendForecast,
  Usage,
  UsageFigures,
  UsageGroup,
  UsageGroupBy,
} from '#generated/model/index.ts';
import { type Reader, visibleProjects, within } from '../access/visible.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { exported, exportLines } from '../exports.ts';
import { batchesOf } from '../paging.ts';
import { invalidField, mustFind } from '../problem.ts';
import type { UsageFilter, UsageSum } from './billing.store.ts';
import { namesOfCallers, namesOfHiddenChats, namesOfProjects } from './names.ts';

type Filter = Omit<GetUsageParams, 'group_by'>;

/** Rows read at a time by an export. */
const PAGE = 500;
const KEY = ['day', 'project_id', 'task_id', 'model_id', 'caller_id', 'kind'] as const;

/** Usage of organisations, from daily totals. Readers see the usage of the projects that they see. */
export function createUsageService(domain: Pick<Domain, 'stores' | 'exports' | 'standing'>) {
  const { stores, exports } = domain;
  const { billing } = stores;

  async function namesIn(ids: readonly string[], by: UsageGroupBy, { principal }: Reader) {
    if (by === 'project') return namesOfProjects(stores, ids);
    if (by === 'key' || by === 'member') return namesOfCallers(stores, ids);
    return by === 'task' ? namesOfHiddenChats(domain, principal, ids) : new Map<string, string>();
  }

  async function groupsOf(
    sums: readonly UsageSum[],
    by: UsageGroupBy,
    reader: Reader,
  ): Promise<UsageGroup[]> {
    const ids = sums.map(({ id }) => id);
    const names = await namesIn(ids, by, reader);
    return sums.map((sum) => ({
      id: sum.id === '' ? null : sum.id,
      name: names.get(sum.id) ?? (sum.name === '' ? null : sum.name),
      project_id: sum.project_id === '' ? null : sum.project_id,
      ...figuresOf(sum),
    }));
  }

  async function* linesOf(orgId: string, query: Filter, reader: Reader) {
    const { from, to, ...filter } = filterOf(query);
    const visible = within(await visibleProjects(stores, reader), 'project_id');
    const day = { gt: addDays(from, -1), lt: addDays(to, 1) };
    const options = { where: { org_id: orgId, day, ...visible }, filter, order: KEY };
    const batches = batchesOf(billing.usageDays, options, PAGE);
    yield* exportLines(USAGE_FILE.head, batches, async (rows) => {
      const projects = await namesOfProjects(
        stores,
        rows.map(({ project_id }) => project_id),
      );
      const callers = await namesOfCallers(
        stores,
        rows.map(({ caller_id }) => caller_id),
      );
      const hidden = await namesOfHiddenChats(
        domain,
        reader.principal,
        rows.map(({ task_id }) => task_id),
      );
      return rows.map((row) =>
        USAGE_FILE.line({
          ...row,
          task_name: hidden.get(row.task_id) ?? row.task_name,
          project_name: projects.get(row.project_id) ?? '',
          caller_name: callers.get(row.caller_id) ?? '',
        }),
      );
    });
  }

  return {
    /** @throws ProblemError 400 for a period that is too long */
    async get(
      orgId: string,
      { group_by = 'task', ...query }: GetUsageParams,
      reader: Reader,
    ): Promise<Usage> {
      const { ids: projectIds } = await visibleProjects(stores, reader);
      const filter = { ...filterOf(query), projectIds };
      const { from, to } = filter;
      const byDay = await billing.usage(orgId, filter, 'day');
      const known = new Map(byDay.map((sum) => [sum.id, sum]));
      const groups =
        group_by === 'day'
          ? byDay.toSorted((a, b) => (a.id < b.id ? 1 : -1))
          : await billing.usage(orgId, filter, group_by);
      return {
        from,
        to,
        group_by,
        total: byDay.map(figuresOf).reduce(added, NOTHING),
        days: daysOf(from, to).map((day) => {
          const sum = known.get(day);
          return { day, ...(sum ? figuresOf(sum) : NOTHING) };
        }),
        groups: await groupsOf(groups.slice(0, USAGE_GROUPS_MAX), group_by, reader),
        groups_total: groups.length,
      };
    },

    /** @throws ProblemError 400, 429 or 503 when there are too many exports */
    export(orgId: string, query: Filter, reader: Reader): AsyncIterable<string> {
      filterOf(query);
      return exported(exports, orgId, linesOf(orgId, query, reader));
    },

    async forecast(orgId: string, now = new Date()): Promise<SpendForecast> {
      const today = dayOf(now);
      const monthStart = `${today.slice(0, 7)}-01`;
      const shown = addDays(today, 1 - USAGE_DAYS_DEFAULT);
      const from = shown < monthStart ? shown : monthStart;
      const org = await mustFind(stores.org.orgs.find({ id: orgId }));
      const sums = await billing.usage(orgId, { from, to: today }, 'day');
      return forecastSpend({
        today,
        balance: org.balance,
        spent: new Map(sums.map(({ id, charged }) => [id, charged])),
        credited: await billing.creditsSince(orgId, from),
        from,
        monthEnd: addDays(dayOf(monthEnd(now)), -1),
        since: org.created_at.slice(0, 10),
      });
    },
  };
}

const NOTHING: UsageFigures = {
  calls: 0,
  unpriced: 0,
  cost: 0,
  own: 0,
  input_tokens: 0,
  output_tokens: 0,
};

function figuresOf({ calls, unpriced, cost, own, input_tokens, output_tokens }: UsageFigures) {
  return { calls, unpriced, cost, own, input_tokens, output_tokens };
}

function added(a: UsageFigures, b: UsageFigures): UsageFigures {
  return {
    calls: a.calls + b.calls,
    unpriced: a.unpriced + b.unpriced,
    cost: a.cost + b.cost,
    own: a.own + b.own,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

/** @throws ProblemError 400 for a period that is too long or ends before it starts */
function filterOf(query: Filter): UsageFilter {
  const to = query.to ?? dayOf(new Date());
  const from = query.from ?? addDays(to, 1 - USAGE_DAYS_DEFAULT);
  if (from > to || from < addDays(to, 1 - USAGE_DAYS_MAX))
    throw invalidField('/query/from', DETAIL.usagePeriod(USAGE_DAYS_MAX));
  const { project_id, task_id, model_id, kind, api_key_id, user_id } = query;
  return { from, to, project_id, task_id, model_id, kind, caller_id: api_key_id ?? user_id };
}
