import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useMemo } from 'react';
import { percent } from '#console/ui/display/percent.ts';
import { formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { RunStats } from '#generated/model/index.ts';
import { chartPoints } from './chart-data.ts';
import classes from './charts.module.css';

export type ChartKind = 'runs' | 'latency' | 'cost' | 'valid';

const frame = {
  h: 132,
  dataKey: 'at',
  gridAxis: 'x',
  tickLine: 'none',
  strokeDasharray: '2 4',
  withLegend: false,
  tooltipAnimationDuration: 0,
  // Above the chart, which is too small to be partly covered.
  tooltipProps: { position: { y: -84 } },
  classNames: {
    tooltip: classes.tooltip,
    tooltipLabel: classes.tooltipLabel,
    tooltipBody: classes.tooltipBody,
    tooltipItem: classes.tooltipItem,
  },
  xAxisProps: { minTickGap: 24, interval: 'preserveStartEnd' },
  yAxisProps: { width: 52, tickCount: 3 },
} as const;
const lines = {
  ...frame,
  curveType: 'monotone',
  withDots: false,
  strokeWidth: 2,
  connectNulls: true,
  lineProps: { isAnimationActive: false },
} as const;
const bars = { ...frame, maxBarWidth: 18, barProps: { isAnimationActive: false } } as const;

/** One metric over time. */
export function RunChart({ kind, stats }: { kind: ChartKind; stats: RunStats }) {
  const data = useMemo(() => chartPoints(stats), [stats]);
  switch (kind) {
    case 'runs':
      return (
        <BarChart
          {...bars}
          data={data}
          type="stacked"
          valueFormatter={(runs) => runs.toLocaleString('en-US')}
          series={[
            { name: 'succeeded', label: 'Succeeded', color: 'var(--tl-accent)' },
            { name: 'failed', label: 'Failed', color: 'var(--mantine-color-red-text)' },
            { name: 'cancelled', label: 'Cancelled', color: 'var(--tl-border-strong)' },
          ]}
        />
      );
    case 'latency':
      return (
        <LineChart
          {...lines}
          data={data}
          valueFormatter={formatDuration}
          series={[
            { name: 'p50', label: 'Median', color: 'var(--tl-accent)' },
            { name: 'p95', label: 'p95', color: 'var(--mantine-color-dimmed)' },
          ]}
        />
      );
    case 'cost':
      return (
        <BarChart
          {...bars}
          data={data}
          yAxisProps={{ ...frame.yAxisProps, width: 60 }}
          valueFormatter={(dollars) => formatMicros(Math.round(dollars * 1_000_000))}
          series={[{ name: 'cost', label: 'Cost', color: 'var(--tl-accent)' }]}
        />
      );
    case 'valid':
      return (
        <LineChart
          {...lines}
          data={data}
          valueFormatter={percent}
          yAxisProps={{ ...frame.yAxisProps, domain: [0, 100], ticks: [0, 50, 100] }}
          series={[{ name: 'valid', label: 'Valid', color: 'var(--mantine-color-green-text)' }]}
        />
      );
  }
}
