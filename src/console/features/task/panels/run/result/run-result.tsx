import { Button, Skeleton } from '@mantine/core';
import { RunErrorBlock, runProblemOf } from '#console/modules/run/result/run-error.tsx';
import { StreamedText } from '#console/modules/run/result/run-output.tsx';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { isFullRun } from '#core/run/run-progress.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import type { RunStream } from '../use-run-stream.ts';
import { EndedRun } from './ended-run.tsx';
import { LiveRun } from './live-run.tsx';
import classes from './run-result.module.css';

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
