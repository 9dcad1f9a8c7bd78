import { IconPlugConnectedX } from '@tabler/icons-react';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { Reasoning } from '#console/modules/run/result/reasoning.tsx';
import { StreamedText } from '#console/modules/run/result/run-output.tsx';
import { RunStatusBadge } from '#console/modules/run/result/run-status.tsx';
import type { RunState } from '#console/modules/run/stream/run-follower.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { isFinal, reasoningOf } from '#core/run/run-progress.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { PanelTrace } from './panel-trace.tsx';
import classes from './run-result.module.css';
import { ToolReplyForm } from './tool-reply-form.tsx';
import { UsageLine } from './usage-line.tsx';

interface LiveRunProps {
  stream: RunState;
  address: TaskAddress;
  definition: TaskDefinition | undefined;
}

/** A run in progress: its text, usage and elapsed time as they arrive. */
export function LiveRun({ stream, address, definition }: LiveRunProps) {
  const { progress, startedAt, connected, runId } = stream;
  const waiting = progress.steps.filter(({ status }) => status === 'waiting');
  return (
    <>
      <div className={classes.head}>
        {/* A resumed stream starts with the run's current status, which may be final before the stream has ended. */}
        <RunStatusBadge
          status={isFinal(progress.status) ? 'running' : (progress.status ?? 'queued')}
        />
        {stream.stopping && <span className="tl-faint">Stopping…</span>}
      </div>
      {!connected && (
        <div className={classes.notice}>
          <IconPlugConnectedX aria-hidden />
          Reconnecting… the run continues.
        </div>
      )}
      {runId !== null &&
        waiting.length > 0 &&
        waiting.map((step) => (
          <ToolReplyForm
            key={step.id}
            address={address}
            runId={runId}
            step={step}
            tool={definition?.tools?.find(({ name }) => name === step.name)}
          />
        ))}
      <Reasoning text={reasoningOf(progress)} steps={progress.steps} />
      <StreamedText text={progress.text} live />
      <UsageLine usage={progress.usage} latency={<Elapsed since={startedAt} />} />
      {progress.steps.length > 0 && (
        <PanelTrace steps={progress.steps} totalMs={Math.max(0, Date.now() - startedAt)} />
      )}
    </>
  );
}
