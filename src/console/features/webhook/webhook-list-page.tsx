import { IconPlayerPause, IconPlayerPlay, IconTrash, IconWebhook } from '@tabler/icons-react';
import { paged } from '#console/api/query/paging.ts';
import { ProjectListPage } from '#console/modules/list/project-list-page.tsx';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import { useListWebhooksInfinite } from '#generated/api/webhook/webhook.ts';
import type { WebhookWithSecret } from '#generated/model/index.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import { webhookColumns } from './webhook-columns.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** `/projects/:projectId/settings/webhooks`: the endpoints that receive the project's events. */
export function WebhookListPage() {
  const { at, projectId } = useActiveProject();
  const edit = useEditPermission();
  const webhooks = useListWebhooksInfinite(...at, undefined, { query: paged });
  const actions = useWebhookActions();

  return (
    <ProjectListPage
      title="Webhooks"
      noun="webhook"
      icon={<IconWebhook />}
      about="A webhook notifies your system when a run finishes or a task changes."
      query={webhooks}
      columns={webhookColumns}
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
      CreateDialog={NewWebhook}
    />
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
