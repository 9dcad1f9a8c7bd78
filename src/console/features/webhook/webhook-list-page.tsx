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
import { EditButton, useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListWebhooksInfinite } from '#generated/api/webhook/webhook.ts';
import type { WebhookWithSecret } from '#generated/model/index.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import { webhookColumns } from './webhook-columns.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** `/projects/:projectId/settings/webhooks`: the endpoints that receive the project's events. */
export function WebhookListPage() {
  const { orgId, projectId } = useActiveProject();
  const edit = useEditPermission();
  const webhooks = useListWebhooksInfinite(orgId, projectId, undefined, { query: paged });
  const actions = useWebhookActions();
  const [creating, setCreating] = useState(false);
  const create = () => edit.allowed && setCreating(true);
  useShortcut('C', 'Create webhook', create);

  const newWebhook = (
    <EditButton leftSection={<IconPlus />} onClick={create}>
      Create webhook
    </EditButton>
  );

  return (
    <Page title="Webhooks" area="Settings" actions={newWebhook} fill>
      <DataTable
        label="Webhooks"
        columns={webhookColumns}
        rows={flatten(webhooks.data)}
        query={webhooks}
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
      {creating && <NewWebhook onClosed={() => setCreating(false)} />}
    </Page>
  );
}

/** Creates a webhook, then shows its secret once. */
function NewWebhook({ onClosed }: { onClosed: () => void }) {
  return (
    <SecretDialog<WebhookWithSecret>
      title="Create webhook"
      onClosed={onClosed}
      secret={({ webhook, secret }, done) => (
        <WebhookSecret name={webhook.name} secret={secret} onDone={done} />
      )}
    >
      {(onMade) => <WebhookForm onCreated={onMade} />}
    </SecretDialog>
  );
}
