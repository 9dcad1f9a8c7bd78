import { Text } from '@mantine/core';
import { IconKey, IconPencil, IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { rotateWebhookSecret, testWebhook, useGetWebhook } from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import classes from './webhook.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { EVENTS, WebhookStatusBadge } from './webhook-status.tsx';

/** `/projects/:projectId/settings/webhooks/:webhookId`: one webhook with its delivery log. */
export function WebhookPage() {
  const { at, projectId } = useActiveProject();
  const { webhookId = '' } = useParams();
  const webhook = useGetWebhook(...at, webhookId);
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
  const test = () =>
    attempt(async () => {
      const { delivery } = await mutate(testWebhook, orgId, projectId, webhook.id);
      onTested(delivery.id);
    });
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
      <EditButton onClick={test}>Send test</EditButton>
      <MenuButton actions={entries} width={200} />
      {dialog === 'edit' && <EditWebhook webhook={webhook} onClosed={close} />}
      {dialog === 'rotate' && <RotateSecret webhook={webhook} onClosed={close} />}
    </>
  );
}

/** Edits a webhook. If it moves to another host, its new secret is then shown once. */
function EditWebhook({ webhook, onClosed }: { webhook: Webhook; onClosed: () => void }) {
  return (
    <SecretDialog<string>
      title="Edit webhook"
      secretTitle="Copy your new secret now"
      onClosed={onClosed}
      secret={(secret, done) => <WebhookSecret name={webhook.name} secret={secret} onDone={done} />}
    >
      {(onMade, done) => (
        <WebhookForm
          webhook={webhook}
          onSaved={(secret) => (secret === undefined ? done() : onMade(secret))}
        />
      )}
    </SecretDialog>
  );
}

type RotateSecretProps = { webhook: Webhook; onClosed: () => void };

/** Creates a new signing secret for a webhook. */
function RotateSecret({ webhook: { id, name }, onClosed }: RotateSecretProps) {
  const { at } = useActiveProject();
  const rotate = async (overlap_hours: number) =>
    (await mutate(rotateWebhookSecret, ...at, id, { overlap_hours })).secret;
  return (
    <SecretDialog<string>
      title="Rotate secret"
      onClosed={onClosed}
      secret={(secret, done) => <WebhookSecret name={name} secret={secret} onDone={done} />}
    >
      {(onMade) => (
        <RotateForm focusChoice onRotate={async (hours) => onMade(await rotate(hours))}>
          <Text>
            Until the old secret expires, requests are signed with both, so your endpoint can verify
            with either.
          </Text>
        </RotateForm>
      )}
    </SecretDialog>
  );
}

/** The details of a webhook, or their skeletons. */
function WebhookFacts({ webhook }: { webhook: Webhook | undefined }) {
  const labels = EVENTS.filter(({ value }) => webhook?.events.includes(value));
  return (
    <Facts padded>
      <Fact label="Endpoint URL" wide loading={!webhook}>
        <span className="tl-mono">{webhook?.url}</span>
        <CopyButton value={webhook?.url ?? ''} what="endpoint URL" size="sm" />
      </Fact>
      <Fact label="Tasks" loading={!webhook}>
        {webhook?.all_tasks ? 'All tasks in the project' : 'Tasks it is attached to'}
      </Fact>
      <Fact label="Events" wide loading={!webhook}>
        {labels.map(({ label }) => label).join(' · ')}
      </Fact>
      <Fact label="Last delivered" loading={!webhook}>
        <RelativeTime value={webhook?.last_delivered_at ?? null} fallback="Never" />
      </Fact>
      {webhook?.old_secret_until && (
        <Fact label="Old secret expires" loading={!webhook}>
          {formatDateTime(webhook.old_secret_until)}
        </Fact>
      )}
    </Facts>
  );
}

/** Explains that a webhook is paused, disabled or failing, and what to do about it. */
function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { setStatus } = useWebhookActions();
  const text = textOf(webhook);
  if (text === null) return null;
  return (
    <div className={classes.notice} data-tone={webhook.status} role="status">
      <p>{text}</p>
      {webhook.status !== 'active' && (
        <EditButton size="xs" variant="default" onClick={() => setStatus(webhook, 'active')}>
          Enable
        </EditButton>
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
