import type { ReactNode } from 'react';
import { formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { RunUsage } from '#generated/model/index.ts';
import classes from './run-result.module.css';

interface UsageLineProps {
  usage: RunUsage | undefined;
  latency?: ReactNode;
  firstTokenMs?: number | null;
}

/** A run's usage: tokens, cost (`unknown` without a price), and latency. */
export function UsageLine({ usage, latency, firstTokenMs = null }: UsageLineProps) {
  return (
    <dl className={classes.usage}>
      <Figure label="Tokens">
        {usage ? `${count(usage.input_tokens)} in · ${count(usage.output_tokens)} out` : '–'}
      </Figure>
      <Figure label="Cost">{usage ? formatMicros(usage.cost) : '–'}</Figure>
      {latency !== undefined && <Figure label="Latency">{latency}</Figure>}
      {firstTokenMs !== null && <Figure label="First token">{formatDuration(firstTokenMs)}</Figure>}
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tl-tabular">{children}</dd>
    </div>
  );
}

const count = (tokens: number) => tokens.toLocaleString('en-US');
