import { Button } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListWebhooksInfinite } from '#generated/api/webhook/webhook.ts';
import { NewWebhook } from './new-webhook.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { webhookColumns } from './webhook-columns.tsx';

/** `/projects/:projectId/settings/webhooks`: the endpoints that receive the project's events. */
export function WebhookListPage() {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const edit = usePermission(scope, 'edit');
  const webhooks = useListWebhooksInfinite(orgId, projectId, undefined, { query: paged });
  const actions = useWebhookActions();
  const [creating, setCreating] = useState(false);
  const create = () => edit.allowed && setCreating(true);
  useShortcut('C', 'Create webhook', create);

  const newWebhook = (
    <Permitted on={scope} name="edit">
      <Button leftSection={<IconPlus />} onClick={create}>
        Create webhook
      </Button>
    </Permitted>
  );

  return (
    <Page title="Webhooks" area="Settings" actions={newWebhook} fill>
      <DataTable
        label="Webhooks"
        columns={webhookColumns}
        rows={flatten(webhooks.data)}
        query={webhooks}
        rowKey={(webhook) => webhook.id}
        href={(webhook) => paths.webhook(projectId, webhook.id)}
        menu={(webhook) => [
          webhook.status === 'active'
            ? {
                label: 'Pause',
                icon: <IconPlayerPause />,
                disabled: edit.reason,
                onClick: () => actions.setStatus(webhook, 'paused'),
              }
            : {
                label: 'Enable',
                icon: <IconPlayerPlay />,
                disabled: edit.reason,
                onClick: () => actions.setStatus(webhook, 'active'),
              },
          {
            label: 'Delete',
            icon: <IconTrash />,
            danger: true,
            disabled: edit.reason,
            onClick: () => actions.remove(webhook),
          },
        ]}
        empty={
          <EmptyState
            icon={<IconWebhook />}
            title="No webhooks yet"
            action={
              <Button variant="default" onClick={create} disabled={!edit.allowed}>
                Create webhook
              </Button>
            }
          >
            A webhook notifies your system when a run finishes or a task changes.
          </EmptyState>
        }
      />
      <NewWebhook opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}
