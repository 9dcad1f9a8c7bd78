import { Select } from '@mantine/core';
import { useId } from 'react';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { paths } from '#console/modules/paths.ts';
import { REVISIONS_SHOWN } from '#console/modules/revision/revision-options.ts';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { RunErrorBlock, runProblemOf } from '#console/modules/run/result/run-error.tsx';
import { RunOutput, StreamedText } from '#console/modules/run/result/run-output.tsx';
import { RunStatusBadge, ValidityBadge } from '#console/modules/run/result/run-status.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { isFullRun } from '#core/run/run-progress.ts';
import type { RunTarget } from '#generated/model/index.ts';
import { UsageLine } from '../result/usage-line.tsx';
import type { TargetOption } from '../use-run-target.ts';
import classes from './compare.module.css';
import type { ComparisonColumn, Contestant } from './use-compare.ts';

interface CompareColumnProps {
  title: string;
  column: ComparisonColumn;
  options: readonly TargetOption[];
  orgId: string;
  /** Why the model can't be changed; null when it can. */
  modelsBlocked: string | null;
  onChange: (change: Partial<Contestant>) => void;
}

/** One version or model, and its result. */
export function CompareColumn(props: CompareColumnProps) {
  const { title, column, options, orgId, modelsBlocked, onChange } = props;
  const { contestant, state } = column;
  const heading = useId();
  const busy = state.phase === 'starting' || state.phase === 'live';
  return (
    <section className={classes.column} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <Select
        aria-label={`Version for ${title}`}
        data={[...options]}
        value={contestant.target}
        onChange={(target) => target && onChange({ target: target as RunTarget })}
        allowDeselect={false}
        searchable={options.length > 8}
        limit={REVISIONS_SHOWN}
        nothingFoundMessage="No matching revision"
        disabled={busy}
      />
      <ModelPicker
        orgId={orgId}
        label={`Model for ${title}`}
        title={modelsBlocked ?? undefined}
        none="Model from revision"
        modelId={contestant.modelId ?? ''}
        onChange={(id) => onChange({ modelId: id || null })}
        disabled={busy || modelsBlocked !== null}
      />
      <ColumnResult title={title} column={column} />
    </section>
  );
}

function ColumnResult({
  title,
  column: { state, wins },
}: {
  title: string;
  column: ComparisonColumn;
}) {
  const { phase, progress, error, startedAt } = state;
  if (phase === 'idle') return <p className={classes.empty}>Run to see output</p>;
  const run = isFullRun(progress.run) ? progress.run : undefined;
  const isOver = phase === 'ended' && run !== undefined;
  return (
    <div className={classes.result} aria-busy={!isOver && phase !== 'refused'}>
      {phase !== 'refused' && (
        <>
          <div className={classes.badges}>
            <RunStatusBadge status={progress.status ?? 'queued'} />
            {run && run.output_valid !== null && <ValidityBadge valid={run.output_valid} />}
            {wins.fastest && <StatusBadge tone="accent">Fastest</StatusBadge>}
            {wins.cheapest && <StatusBadge tone="accent">Cheapest</StatusBadge>}
          </div>
          <UsageLine
            usage={progress.usage ?? run?.usage}
            latency={isOver ? formatDuration(run.latency_ms ?? 0) : <Elapsed since={startedAt} />}
            firstTokenMs={run?.first_token_ms ?? null}
          />
        </>
      )}
      {phase === 'refused' && <RunErrorBlock {...runProblemOf(error)} />}
      {run?.error && <RunErrorBlock {...runProblemOf(run.error)} />}
      {isOver && (run.output !== null || run.output_text !== '') && (
        <RunOutput run={run} of={title} />
      )}
      {!isOver && progress.text !== '' && (
        <StreamedText text={progress.text} live={phase === 'live'} />
      )}
      {run && (
        <div>
          <LinkButton to={paths.run(run.project_id, run.id)} variant="subtle" size="xs">
            View run
          </LinkButton>
        </div>
      )}
    </div>
  );
}
