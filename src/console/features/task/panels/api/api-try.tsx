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

/** Makes the displayed call as the current user, and streams the response. */
export function ApiTry({ call, mode }: ApiTryProps) {
  const { tried, start, stop } = useTryCall(call, mode);
  const { orgId, projectId, taskId } = call;
  return (
    <div className={classes.try}>
      <div className={classes.controls}>
        {tried?.isRunning ? (
          <Button variant="default" size="xs" onClick={stop} leftSection={<IconPlayerStop />}>
            Stop
          </Button>
        ) : (
          <Permitted on={{ level: 'task', orgId, projectId, id: taskId }} name="run">
            <Button variant="default" size="xs" onClick={start} leftSection={<IconPlayerPlay />}>
              Try call
            </Button>
          </Permitted>
        )}
        <span className={classes.hint} role="status">
          {tried ? outcome(tried) : hint(call)}
        </span>
      </div>
      {tried && tried.text !== '' && (
        <CodeBlock code={tried.text.trimEnd()} what="response" maxHeight={320} />
      )}
    </div>
  );
}

function hint({ mock }: TaskCall): string {
  return mock
    ? 'Makes this call. Free and not recorded.'
    : 'Runs this call as you. Billed as usual.';
}

function outcome({ isRunning, isError, status, ms }: TriedCall): string {
  if (isRunning) return status === null ? 'Waiting for the response…' : `${status} · events so far`;
  const what = status ?? 'No response';
  return `${what}${isError ? ' · error' : ''} · ${formatDuration(ms)}`;
}
