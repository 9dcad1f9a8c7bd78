import { Button, Text } from '@mantine/core';
import { IconChartBar, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { useMembership } from '#console/modules/permission/use-membership.ts';
import { counted } from '#console/ui/display/counted.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { dayInWords } from '#core/billing/month.ts';
import {
  getGetUsageUrl,
  useGetSpendForecast,
  useGetUsage,
} from '#generated/api/billing/billing.ts';
import type {
  GetUsageParams,
  SpendForecast,
  UsageFigures,
  UsageGroup,
} from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { ExportButton } from '../export-button.tsx';
import { nameOfGroup, usageColumns } from './usage-columns.tsx';
import {
  filterOf,
  groupings,
  inSentence,
  kindLabels,
  periods,
  readUsage,
} from './usage-filters.ts';

// The charting library is large, so it loads on demand.
const BalanceChart = onDemand(() => import('./usage-chart.tsx'), 'BalanceChart');

/** The balance over time, and the forecast. */
function Forecast({ orgId }: { orgId: string }) {
  const query = useGetSpendForecast(orgId, { query: { meta: { silent: true } } });
  const error = failureOf(query);
  const { data } = query;
  if (!data && error) return <ErrorState error={error} onRetry={query.refetch} />;
  return (
    <section className={classes.card} aria-label="Balance and forecast" aria-busy={!data}>
      <span>Balance and forecast</span>
      <strong>
        {data
          ? `${formatMicros(data.spent)} spent so far, about ${formatMicros(data.forecast)} by the end of the month`
          : '…'}
      </strong>
      <div className={classes.chart}>{data && <BalanceChart days={data.days} />}</div>
      {data && (
        <Text size="sm" c="dimmed" mt={8}>
          {method(data)}
        </Text>
      )}
    </section>
  );
}

function method({ spent, daily_mean, days_counted, empty_on, days }: SpendForecast): string {
  if (days_counted > 0 && daily_mean === 0 && spent === 0)
    return days_counted === 1
      ? 'Nothing was spent on the last complete day.'
      : `Nothing was spent in the last ${days_counted} complete days.`;
  const basis =
    days_counted === 0
      ? "Based on today's spending, as there is no complete day yet"
      : `Based on ${formatMicros(daily_mean)} a day, the average of the last ${counted(days_counted, 'complete day')}`;
  const today = days.findLast(({ is_forecast }) => !is_forecast);
  if (today && today.balance <= 0) return `The balance is used up. ${basis}.`;
  const end =
    empty_on === null
      ? 'At this rate, the balance will last more than a year.'
      : `At this rate, the balance will run out on ${dayInWords(new Date(empty_on))}.`;
  return `${basis}. ${end}`;
}

const CostChart = onDemand(() => import('./usage-chart.tsx'), 'CostChart');

const NO_GROUPS: readonly UsageGroup[] = [];
const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));
/** Filters that are set by opening a group. */
const OPENED = ['task', 'model', 'key', 'member'] as const;

/** An organisation's usage by day, and by task, model, key and so on. */
export function UsageTab() {
  const { orgId = '' } = useParams();
  const { isGuest } = useMembership(orgId);
  const [search, setSearch] = useSearchParams();
  const key = search.toString();
  const { days, ...params } = useMemo(() => readUsage(new URLSearchParams(key), new Date()), [key]);
  const by = params.group_by ?? 'task';
  const query = useGetUsage(orgId, params, {
    query: { placeholderData: keepPreviousData, meta: { silent: true } },
  });
  const usage = query.data;
  const error = failureOf(query);
  const hasOwn = usage !== undefined && usage.total.own > 0;
  const columns = useMemo(() => usageColumns(by, hasOwn), [by, hasOwn]);
  const withParam = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  };
  const set = (name: string, value: string | null) =>
    setSearch(withParam(name, value), { replace: true });
  /** The link that opens a group: its usage by day, or a project's usage by task. */
  const hrefOf = ({ id }: UsageGroup) => {
    if (by === 'day' || id === null) return undefined;
    const next = withParam(filterOf[by], id);
    next.set('by', by === 'project' ? 'task' : 'day');
    return `?${next}`;
  };
  const { group_by: _, ...exported } = params;

  return (
    <div className={classes.tab}>
      {!isGuest && <Forecast orgId={orgId} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space */}
      <div className={classes.toolbar} role="group" aria-label="Filter usage">
        <FilterSelect
          aria-label="Group by"
          data={groupings.map(({ value, label }) => ({ value, label: `By ${inSentence(label)}` }))}
          value={by}
          clearable={false}
          onChange={(value) => set('by', value)}
        />
        <FilterSelect
          wide
          aria-label="Period"
          data={periods.map((one) => ({ value: String(one), label: `Last ${one} days` }))}
          value={String(days)}
          clearable={false}
          onChange={(value) => set('days', value)}
        />
        <ProjectFilter
          orgId={orgId}
          value={params.project_id ?? null}
          onChange={(id) => set('project_id', id)}
        />
        <FilterSelect
          aria-label="Type"
          placeholder="Any type"
          data={kinds}
          value={params.kind ?? null}
          onChange={(value) => set('kind', value)}
        />
        {OPENED.map((one) => {
          const id = params[filterOf[one]];
          return (
            id !== undefined && (
              <OpenedFilter
                key={one}
                orgId={orgId}
                by={one}
                id={id}
                period={{ from: params.from, to: params.to }}
                onRemove={() => set(filterOf[one], null)}
              />
            )
          );
        })}
        <div className={classes.end}>
          <ExportButton name="usage" url={getGetUsageUrl(orgId, exported)} />
        </div>
      </div>
      {!usage && error ? (
        <ErrorState error={error} onRetry={query.refetch} />
      ) : (
        <>
          <Figures total={usage?.total} />
          <section className={classes.card} aria-label="Cost by day" aria-busy={!usage}>
            <span>Cost by day (UTC)</span>
            <div className={classes.chart}>{usage && <CostChart days={usage.days} />}</div>
          </section>
          <div className={classes.table} data-stale={query.isPlaceholderData || undefined}>
            <DataTable
              label="Usage"
              columns={columns}
              rows={usage?.groups ?? NO_GROUPS}
              query={query}
              rowKey={(group) => group.id ?? nameOfGroup(group, by)}
              href={hrefOf}
              empty={
                <EmptyState icon={<IconChartBar />} title="No usage in this period">
                  Runs, searches, indexing and model tests appear here, by day (UTC).
                </EmptyState>
              }
            />
          </div>
          {usage && usage.groups_total > usage.groups.length && (
            <Text size="sm" c="dimmed">
              Showing the {usage.groups.length} most expensive of {usage.groups_total}. Export CSV
              for the full list.
            </Text>
          )}
        </>
      )}
    </div>
  );
}

function Figures({ total }: { total: UsageFigures | undefined }) {
  const figures = [
    { label: 'Cost', value: total && formatMicros(total.cost), note: noteOf(total) },
    { label: 'Calls', value: total?.calls.toLocaleString('en-US'), note: 'to models' },
    { label: 'Input', value: total?.input_tokens.toLocaleString('en-US'), note: 'run tokens' },
    {
      label: 'Output',
      value: total?.output_tokens.toLocaleString('en-US'),
      note: 'run tokens',
    },
  ];
  return (
    <div className={classes.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={classes.card}>
          <span>{label}</span>
          <strong>{value ?? '–'}</strong>
          <small>{note}</small>
        </div>
      ))}
    </div>
  );
}

function noteOf(total: UsageFigures | undefined): string {
  if (!total) return ' ';
  if (total.unpriced > 0) return `plus ${counted(total.unpriced, 'call')} with unknown price`;
  if (total.own > 0) return `${formatMicros(total.own)} of it on your keys`;
  return 'from the balance';
}

interface OpenedFilterProps {
  orgId: string;
  by: 'task' | 'model' | 'key' | 'member';
  id: string;
  period: Pick<GetUsageParams, 'from' | 'to'>;
  onRemove: () => void;
}

/** The chip of a filter that was set by opening a group. */
function OpenedFilter({ orgId, by, id, period, onRemove }: OpenedFilterProps) {
  const { data, isPending } = useGetUsage(
    orgId,
    { ...period, group_by: by, [filterOf[by]]: id },
    { query: { meta: { silent: true } } },
  );
  const label = groupings.find(({ value }) => value === by)?.label ?? '';
  const [group] = data?.groups ?? [];
  const name = group ? nameOfGroup(group, by) : isPending ? '…' : id;
  return (
    <Button
      variant="default"
      maw="100%"
      rightSection={<IconX />}
      aria-label={`Remove filter: ${inSentence(label)} ${name}`}
      onClick={onRemove}
    >
      {label}: {name}
    </Button>
  );
}
