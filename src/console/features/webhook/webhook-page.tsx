import { Button } from '@mantine/core';
import { IconDots, IconKey, IconPencil, IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { useGetWebhook } from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { useSendTest } from './use-deliveries.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookNotice } from './webhook-notice.tsx';
import { WebhookStatusBadge } from './webhook-status.tsx';

/** `/projects/:projectId/settings/webhooks/:webhookId`: one webhook with its delivery log. */
export function WebhookPage() {
  const { orgId, projectId } = useActiveProject();
  const { webhookId = '' } = useParams();
  const webhook = useGetWebhook(orgId, projectId, webhookId);
  const [opened, setOpened] = useQueryParam('delivery');
  const crumbs = [{ label: 'Webhooks', to: paths.webhooks(projectId) }];
  const { data } = webhook;

  return (
    <Page
      title={data?.name ?? 'Webhook'}
      area="Webhooks"
      crumbs={crumbs}
      chips={data && <WebhookStatusBadge webhook={data} />}
      actions={data && <Actions webhook={data} onTested={setOpened} />}
      fill
    >
      {webhook.error && !data ? (
        <ErrorState error={webhook.error} onRetry={() => webhook.refetch()} />
      ) : (
        <>
          {data && <WebhookNotice webhook={data} />}
          <WebhookFacts webhook={data} />
          <DeliveryLog webhookId={webhookId} opened={opened} onOpen={setOpened} />
          <DeliveryDetail
            webhookId={webhookId}
            deliveryId={opened}
            onClose={() => setOpened(null)}
          />
        </>
      )}
    </Page>
  );
}

type ActionsProps = { webhook: Webhook; onTested: (deliveryId: string) => void };

function Actions({ webhook, onTested }: ActionsProps) {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const { reason } = usePermission(scope, 'edit');
  const navigate = useNavigate();
  const actions = useWebhookActions();
  const test = useSendTest(webhook.id);
  const [dialog, setDialog] = useState<'edit' | 'rotate' | null>(null);
  const close = () => setDialog(null);
  const entries: MenuAction[] = [
    { label: 'Edit', icon: <IconPencil />, onClick: () => setDialog('edit') },
    { label: 'Rotate secret', icon: <IconKey />, onClick: () => setDialog('rotate') },
    ...(webhook.status === 'active'
      ? [
          {
            label: 'Pause',
            icon: <IconPlayerPause />,
            onClick: () => void actions.setStatus(webhook, 'paused'),
          },
        ]
      : []),
    {
      label: 'Delete',
      icon: <IconTrash />,
      danger: true,
      onClick: async () => {
        if (await actions.remove(webhook)) navigate(paths.webhooks(projectId));
      },
    },
  ].map((action) => ({ ...action, disabled: reason }));

  return (
    <>
      <Permitted on={scope} name="edit">
        <Button
          loading={test.isPending}
          onClick={() => test.send().then((id) => id && onTested(id))}
        >
          Send test
        </Button>
      </Permitted>
      <MenuButton actions={entries} width={200}>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots />
        </Button>
      </MenuButton>
      <EditWebhook webhook={webhook} opened={dialog === 'edit'} onClose={close} />
      <RotateSecret webhook={webhook} opened={dialog === 'rotate'} onClose={close} />
    </>
  );
}
