import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import type { CallMode, TaskCall } from '#core/task/snippets/snippets.ts';
import classes from './api-panel.module.css';
import { type TriedCall, useTryCall } from './use-try-call.ts';

interface ApiTryProps {
  call: TaskCall;
  mode: CallMode;
}

/** Makes the call that is shown, as the person who looks at it, and shows what comes back as it comes. */
export function ApiTry({ call, mode }: ApiTryProps) {
  const { tried, start, stop } = useTryCall(call, mode);
  const { orgId, projectId, taskId } = call;
  return (
    <div className={classes.try}>
      <div className={classes.controls}>
        {tried?.isRunning ? (
          <Button variant="default" size="xs" onClick={stop} leftSection={<IconPlayerStop />}>
            Stop waiting
          </Button>
        ) : (
          <Permitted on={{ level: 'task', orgId, projectId, id: taskId }} name="run">
            <Button variant="default" size="xs" onClick={start} leftSection={<IconPlayerPlay />}>
              Try it
            </Button>
          </Permitted>
        )}
        <span className={classes.hint} role="status">
          {tried ? outcome(tried) : hint(call)}
        </span>
      </div>
      {tried && tried.text !== '' && (
        <CodeBlock code={tried.text.trimEnd()} label="the answer" maxHeight={320} />
      )}
    </div>
  );
}

function hint({ mock }: TaskCall): string {
  return mock
    ? 'Makes this call. It is free, and not recorded.'
    : 'Makes this call, as you. It is a run like any other, and is billed.';
}

function outcome({ isRunning, isError, status, ms }: TriedCall): string {
  if (isRunning)
    return status === null ? 'Waiting for the answer…' : `${status} · the events so far`;
  const what = status ?? 'No answer';
  return `${what}${isError ? ' · refused' : ''} · ${formatDuration(ms)}`;
}
