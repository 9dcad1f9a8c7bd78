import { IconPlugConnectedX } from '@tabler/icons-react';
import { Elapsed } from './elapsed.tsx';
import classes from './run.module.css';
import { StreamedText } from './run-output.tsx';
import type { RunState } from './run-session.ts';
import { RunStatusBadge } from './run-status.tsx';
import { Trace } from './trace.tsx';
import { UsageLine } from './usage-line.tsx';

/** A run that goes on: its text, tokens and cost as they come, and the time. */
export function LiveRun({ stream }: { stream: RunState }) {
  const { view, startedAt, connected } = stream;
  return (
    <>
      <div className={classes.head}>
        <RunStatusBadge status={view.status ?? 'queued'} />
        {stream.stopping && <span className={classes.faint}>Stopping…</span>}
      </div>
      {!connected && (
        <div className={classes.notice}>
          <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />
          Connection lost. The run goes on; reconnecting…
        </div>
      )}
      <StreamedText text={view.text} live />
      <UsageLine usage={view.usage} latency={<Elapsed since={startedAt} />} />
      {view.steps.length > 0 && (
        <Trace steps={view.steps} totalMs={Math.max(0, Date.now() - startedAt)} mini />
      )}
    </>
  );
}
