import { Button, Group, Skeleton, Text } from '@mantine/core';
import { SaveAsCase } from '#console/modules/evaluation/save-as-case.tsx';
import { paths } from '#console/modules/paths.ts';
import { CopyCurl } from '#console/modules/run/copy-curl.tsx';
import { Reasoning } from '#console/modules/run/result/reasoning.tsx';
import { RunErrorBlock, runProblemOf } from '#console/modules/run/result/run-error.tsx';
import { RunOutput, StreamedText } from '#console/modules/run/result/run-output.tsx';
import { RunStatusBadge, ValidityBadge } from '#console/modules/run/result/run-status.tsx';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { formatDuration } from '#console/ui/display/time.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { isFullRun, reasoningOf } from '#core/run/run-progress.ts';
import type { Run, RunStep, TaskDefinition } from '#generated/model/index.ts';
import type { RunStream } from '../use-run-stream.ts';
import { LiveRun } from './live-run.tsx';
import { outputErrors } from './output-errors.ts';
import { PanelTrace } from './panel-trace.tsx';
import classes from './run-result.module.css';
import { UsageLine } from './usage-line.tsx';

interface RunResultProps {
  stream: RunStream;
  address: TaskAddress;
  /** The definition of the version that ran, if known. */
  definition: TaskDefinition | undefined;
  onRetry: () => void;
  onShowInputs: () => void;
  /** Goes to a problem in the draft. */
  onGoTo?: ((pointer: string) => void) | undefined;
}

/** The current run: none yet, in progress, finished or refused. */
export function RunResult(props: RunResultProps) {
  const { stream } = props;
  if (stream.phase === 'idle') return null;
  return (
    <section className={classes.result} aria-label="Run">
      <p className="tl-sr-only" role="status">
        {announcement(stream)}
      </p>
      <Body {...props} />
    </section>
  );
}

function Body(props: RunResultProps) {
  const { stream, address, definition, onRetry, onShowInputs, onGoTo } = props;
  const { phase, progress, runId } = stream;
  if (phase === 'loading') {
    return (
      <>
        <Skeleton height={24} width={96} />
        <Skeleton height={96} />
      </>
    );
  }
  if (phase === 'refused') {
    return (
      <>
        <RunErrorBlock {...runProblemOf(stream.error)} {...{ onRetry, onShowInputs, onGoTo }} />
        {progress.text && <StreamedText text={progress.text} />}
        {runId && progress.run && (
          <Button variant="default" onClick={() => stream.attach(runId)}>
            Reconnect to run
          </Button>
        )}
      </>
    );
  }
  if (phase === 'ended' && isFullRun(progress.run)) {
    return (
      <EndedRun
        run={progress.run}
        steps={progress.steps}
        address={address}
        definition={definition}
        onRetry={onRetry}
        onShowInputs={onShowInputs}
      />
    );
  }
  return <LiveRun stream={stream} address={address} definition={definition} />;
}

function announcement({ phase, progress, connected }: RunStream): string {
  if (phase === 'starting') return 'Run starting';
  if (phase === 'live') return connected ? 'Run in progress' : 'Reconnecting';
  if (phase === 'ended') return `Run ${progress.status}`;
  return '';
}

interface EndedRunProps {
  run: Run;
  steps: readonly RunStep[];
  address: TaskAddress;
  definition: TaskDefinition | undefined;
  onRetry: () => void;
  onShowInputs: () => void;
}

/** A finished run: its output, validity, usage and trace. */
function EndedRun({ run, steps, address, definition, ...actions }: EndedRunProps) {
  const wrong = outputErrors(run, definition);
  return (
    <>
      <div className={classes.head}>
        <RunStatusBadge status={run.status} />
        {run.output_valid !== null && <ValidityBadge valid={run.output_valid} />}
        <Text size="sm" c="dimmed" span>
          {run.revision === null ? 'Draft' : `Revision ${run.revision}`}
        </Text>
        <Group gap={4} ml="auto" justify="flex-end">
          {run.status === 'succeeded' && <SaveAsCase orgId={address.orgId} run={run} />}
          <CopyCurl run={run} orgId={address.orgId} />
          <LinkButton to={paths.run(address.projectId, run.id)} variant="subtle" size="xs">
            View run
          </LinkButton>
        </Group>
      </div>
      {run.error && <RunErrorBlock {...runProblemOf(run.error)} {...actions} />}
      {wrong.length > 0 && (
        <ul className={classes.wrong} aria-label="Output errors">
          {wrong.map(({ pointer, message }) => (
            <li key={pointer + message}>
              {pointer && <span className="tl-mono">{pointer} </span>}
              {message}
            </li>
          ))}
        </ul>
      )}
      <Reasoning text={reasoningOf({ steps })} steps={steps} />
      {(run.output !== null || run.output_text !== '') && <RunOutput run={run} />}
      <UsageLine
        usage={run.usage}
        latency={run.latency_ms === null ? '–' : formatDuration(run.latency_ms)}
        firstTokenMs={run.first_token_ms}
      />
      {steps.length > 0 && (
        <PanelTrace
          steps={steps}
          totalMs={run.latency_ms ?? 0}
          source={{ ...address, runId: run.id }}
        />
      )}
    </>
  );
}
