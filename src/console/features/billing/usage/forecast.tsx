import { Text } from '@mantine/core';
import { failureOf } from '#console/api/query/query-failure.ts';
import { counted } from '#console/ui/display/counted.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { dayInWords } from '#core/billing/month.ts';
import { useGetSpendForecast } from '#generated/api/billing/billing.ts';
import type { SpendForecast } from '#generated/model/index.ts';
import classes from '../billing.module.css';

// The charting library is large, so it loads on demand.
const BalanceChart = onDemand(() => import('./usage-chart.tsx'), 'BalanceChart');

/** The balance over time, and the forecast. */
export function Forecast({ orgId }: { orgId: string }) {
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
