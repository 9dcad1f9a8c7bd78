import '@mantine/charts/styles.css';
import '@mantine/core/styles/ColorSwatch.css';
import { BarChart, CompositeChart } from '@mantine/charts';
import { formatExact, formatMicros, MICROS } from '#core/billing/money.ts';
import type { SpendForecastDay, UsageDay } from '#generated/model/index.ts';

const frame = {
  h: 180,
  dataKey: 'day',
  gridAxis: 'x',
  tickLine: 'none',
  strokeDasharray: '2 4',
  tooltipAnimationDuration: 0,
  xAxisProps: { minTickGap: 24, interval: 'preserveStartEnd' },
  yAxisProps: { width: 64, tickCount: 3, tickFormatter: tick },
  valueFormatter: amount,
} as const;

/** The name of a chart for screen readers. The arrow keys lead from day to day. */
function labelled(label: string) {
  // Missing from the type of these props, but passed on.
  const name = { 'aria-label': label };
  return { accessibilityLayer: true, ...name };
}

/** The cost of each day. */
export function CostChart({ days }: { days: readonly UsageDay[] }) {
  const hasOwn = days.some(({ own }) => own > 0);
  return (
    <BarChart
      {...frame}
      type="stacked"
      maxBarWidth={18}
      barProps={{ isAnimationActive: false }}
      withLegend={hasOwn}
      barChartProps={labelled('Cost by day')}
      data={days.map(({ day, cost, own }) => ({
        day: short(day),
        balance: (cost - own) / MICROS,
        own: own / MICROS,
      }))}
      series={[
        { name: 'balance', label: 'From the balance', color: 'var(--tl-accent)' },
        ...(hasOwn
          ? [{ name: 'own', label: 'On your keys', color: 'var(--tl-border-strong)' }]
          : []),
      ]}
    />
  );
}

/** The balance and the daily spending, with their forecast. */
export function BalanceChart({ days }: { days: readonly SpendForecastDay[] }) {
  const last = days.findLast(({ is_forecast }) => !is_forecast)?.day;
  return (
    <CompositeChart
      {...frame}
      withLegend
      composedChartProps={labelled('Balance and forecast')}
      curveType="linear"
      withDots={false}
      maxBarWidth={12}
      barProps={{ isAnimationActive: false }}
      lineProps={{ isAnimationActive: false }}
      data={days.map(({ day, balance, spent, is_forecast }) => ({
        day: short(day),
        spent: spent / MICROS,
        balance: is_forecast ? null : balance / MICROS,
        forecast: is_forecast || day === last ? balance / MICROS : null,
      }))}
      series={[
        { name: 'spent', label: 'Spent', color: 'var(--tl-border-strong)', type: 'bar' },
        { name: 'balance', label: 'Balance', color: 'var(--tl-accent)', type: 'line' },
        {
          name: 'forecast',
          label: 'Forecast',
          color: 'var(--mantine-color-dimmed)',
          type: 'line',
          strokeDasharray: '4 4',
        },
      ]}
    />
  );
}

/** Amounts below this need more than four decimals. */
const CENTS_MIN = 100;

/** Small amounts are shown exactly, because otherwise two ticks could have the same label. */
function amount(dollars: number): string {
  const micros = Math.round(dollars * MICROS);
  return Math.abs(micros) < CENTS_MIN ? formatExact(micros) : formatMicros(micros);
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Large amounts are shortened to fit beside the chart: `$1.2M`. */
function tick(dollars: number): string {
  if (Math.abs(dollars) < 1000) return amount(dollars);
  return `${dollars < 0 ? '-' : ''}$${COMPACT.format(Math.abs(dollars))}`;
}

/** `24 Nov` */
function short(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
