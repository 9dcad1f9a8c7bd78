import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { PrettyValue } from '#console/modules/run/result/pretty-value.tsx';
import { Reasoning } from '#console/modules/run/result/reasoning.tsx';
import { RunErrorBlock, runProblemOf } from '#console/modules/run/result/run-error.tsx';
import { RunOutput, StreamedText } from '#console/modules/run/result/run-output.tsx';
import { ValidityBadge } from '#console/modules/run/result/run-status.tsx';
import type { WatchedRun } from '#console/modules/run/stream/use-watched-run.ts';
import { LoadedTrace } from '#console/modules/run/trace/trace.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { formatDateTime, formatDuration } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { isFullRun, reasoningOf } from '#core/run/run-progress.ts';
import type { RunSummary, RunUsage } from '#generated/model/index.ts';
import { revisionLabel, sourceLabel } from '../run-columns.tsx';
import { Section } from './drawer.tsx';
import classes from './run-drawer.module.css';

interface RunDrawerBodyProps {
  summary: RunSummary | undefined;
  watched: WatchedRun;
}

/** The run's facts, error, output, inputs and trace. */
export function RunDrawerBody({ summary, watched }: RunDrawerBodyProps) {
  const { orgId } = useActiveProject();
  const { progress, phase, error, startedAt, inputs } = watched;
  const run = progress.run ?? summary;
  if (!run) {
    if (phase === 'refused') return <ErrorState error={error} onRetry={watched.retry} />;
    return (
      <div className={classes.section}>
        <TextSkeleton lines={8} />
      </div>
    );
  }
  const full = isFullRun(progress.run) ? progress.run : null;
  const live = phase === 'live';
  const reasoning = <Reasoning text={reasoningOf(progress)} steps={progress.steps} />;

  return (
    <div className={classes.drawerBody}>
      <div className={classes.section}>
        <RunFacts
          run={run}
          usage={progress.usage ?? run.usage}
          elapsed={live ? <Elapsed since={startedAt} /> : null}
        />
      </div>
      {!watched.connected && (
        <p className={classes.notice} role="status">
          Reconnecting… the run continues.
        </p>
      )}
      {run.error && (
        <div className={classes.section}>
          <RunErrorBlock {...runProblemOf(run.error)} />
        </div>
      )}
      {phase === 'refused' && <ErrorState error={error} onRetry={watched.retry} />}
      {live && (
        <Section title="Output">
          {reasoning}
          <StreamedText text={progress.text} live />
        </Section>
      )}
      {full && !live && (full.output !== null || full.output_text !== '') && (
        <div className={classes.section}>
          {reasoning}
          <RunOutput run={full} />
        </div>
      )}
      {inputs && (
        <Section
          title="Inputs"
          actions={<CopyButton value={() => JSON.stringify(inputs, null, 2)} what="inputs" />}
        >
          {Object.keys(inputs).length === 0 ? (
            <Text size="sm" c="dimmed">
              None
            </Text>
          ) : (
            <PrettyValue value={inputs} />
          )}
        </Section>
      )}
      {phase !== 'refused' && (
        <Section title="Trace">
          <LoadedTrace
            steps={phase === 'ended' || live ? progress.steps : undefined}
            source={{ orgId, projectId: run.project_id, runId: run.id }}
            totalMs={run.latency_ms ?? Math.max(0, Date.now() - startedAt)}
          />
        </Section>
      )}
    </div>
  );
}

interface RunFactsProps {
  run: RunSummary;
  usage: RunUsage;
  /** The elapsed time, while the run is in progress. */
  elapsed: ReactNode;
}

/** The facts of a run at a glance. */
function RunFacts({ run, usage, elapsed }: RunFactsProps) {
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
