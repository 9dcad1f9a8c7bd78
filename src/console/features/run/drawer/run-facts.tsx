import type { ReactNode } from 'react';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { ValidityBadge } from '#console/modules/run/result/run-status.tsx';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { formatDateTime, formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { RunSummary, RunUsage } from '#generated/model/index.ts';
import { revisionLabel, sourceLabel } from '../run-columns.tsx';

interface RunFactsProps {
  run: RunSummary;
  usage: RunUsage;
  /** The elapsed time, while the run is in progress. */
  elapsed: ReactNode;
}

/** The facts of a run at a glance. */
export function RunFacts({ run, usage, elapsed }: RunFactsProps) {
  const span = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));
  return (
    <Facts>
      <Fact label="Started">{formatDateTime(run.created_at)}</Fact>
      <Fact label="Latency">{elapsed ?? span(run.latency_ms)}</Fact>
      <Fact label="First token">{span(run.first_token_ms)}</Fact>
      <Fact label="Tokens">
        {usage.input_tokens.toLocaleString('en-US')} in ·{' '}
        {usage.output_tokens.toLocaleString('en-US')} out
      </Fact>
      <Fact label="Cost">{formatMicros(usage.cost)}</Fact>
      <Fact label="Output">
        <ValidityBadge valid={run.output_valid} />
      </Fact>
      <Fact label="Revision">{revisionLabel(run.revision)}</Fact>
      <Fact label="Model">
        <span className="tl-mono">{run.model_id}</span>
      </Fact>
      <Fact label="Source">{sourceLabel(run.source)}</Fact>
      <Fact label="Caller">{callerLabel(run.caller)}</Fact>
      <Fact label="Run ID" wide>
        <span className="tl-mono">{run.id}</span>
        <CopyButton value={run.id} what="run ID" size="sm" />
      </Fact>
    </Facts>
  );
}
