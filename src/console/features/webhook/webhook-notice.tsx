import { Button } from '@mantine/core';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { formatDateTime } from '#console/ui/display/time.tsx';
import type { Webhook } from '#generated/model/index.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import classes from './webhook.module.css';

/** Explains that a webhook is paused, disabled or failing, and what to do about it. */
export function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { orgId, projectId } = useActiveProject();
  const { setStatus, isPending } = useWebhookActions();
  const text = textOf(webhook);
  if (text === null) return null;
  return (
    <div className={classes.notice} data-tone={webhook.status} role="status">
      <p>{text}</p>
      {webhook.status !== 'active' && (
        <Permitted on={{ level: 'project', orgId, projectId }} name="edit">
          <Button
            size="xs"
            variant="default"
            loading={isPending}
            onClick={() => setStatus(webhook, 'active')}
          >
            Enable
          </Button>
        </Permitted>
      )}
    </div>
  );
}

function textOf({ status, failures, failing_since }: Webhook): string | null {
  if (status === 'paused') return 'Paused: events are dropped, not queued.';
  if (failures === 0)
    return status === 'disabled' ? 'Disabled: events are dropped, not queued.' : null;
  const times = failures === 1 ? 'The last attempt' : `The last ${failures} attempts`;
  const since = failing_since ? ` since ${formatDateTime(failing_since)}` : '';
  return status === 'disabled'
    ? `Disabled after failing for too long. ${times} failed${since}. Fix your endpoint, send a test, then re-enable it.`
    : `${times} failed${since}. Events are retried for about a day.`;
}
