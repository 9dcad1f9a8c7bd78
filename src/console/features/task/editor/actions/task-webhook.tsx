import { Select, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import {
  useGetTaskWebhook,
  useListWebhooks,
  useReplaceTaskWebhook,
} from '#generated/api/webhook/webhook.ts';
import type { Task, Webhook } from '#generated/model/index.ts';
import { TaskWebhook as Attachment } from '#generated/model/taskWebhook.zod.ts';

/** Chooses the webhook that receives a task's events. */
export function TaskWebhook({ task, onClose }: { task: Task; onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const { org_id: orgId, project_id: projectId } = task;
  const webhooks = useListWebhooks(orgId, projectId, { page_limit: 100 });
  const attached = useGetTaskWebhook(orgId, projectId, task.id);
  const error = webhooks.error ?? attached.error;
  const close = () => setOpened(false);
  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title="Webhook">
      {error ? (
        <ErrorState error={error} onRetry={() => [webhooks.refetch(), attached.refetch()]} />
      ) : webhooks.data && attached.data ? (
        <AttachForm
          task={task}
          webhooks={webhooks.data.results}
          webhookId={attached.data.webhook_id}
          onClose={close}
        />
      ) : (
        <Skeleton height={120} />
      )}
    </Modal>
  );
}

interface AttachFormProps {
  task: Task;
  webhooks: readonly Webhook[];
  webhookId: string | null;
  onClose: () => void;
}

function AttachForm({ task, webhooks, webhookId, onClose }: AttachFormProps) {
  const { org_id: orgId, project_id: projectId, id: taskId } = task;
  const attach = useReplaceTaskWebhook({
    mutation: { meta: { area: 'task.webhook', fields: true } },
  });
  const form = useForm(contractForm(Attachment, { initialValues: { webhook_id: webhookId } }));

  const submit = async (data: { webhook_id: string | null }) => {
    await attach.mutateAsync({ orgId, projectId, taskId, data });
    toast.success(data.webhook_id ? 'Webhook attached' : 'Webhook detached');
  };

  return (
    <Form form={form} onSubmit={submit} onSaved={onClose} label="Webhook">
      <Select
        // The dialog is already open when the webhooks are loaded.
        autoFocus
        label="Send events to"
        description="Receives this task's events that the webhook subscribes to."
        placeholder={webhooks.length === 0 ? 'No webhooks in this project' : 'None'}
        data={webhooks.map(({ id, name, status }) => ({
          value: id,
          label: status === 'active' ? name : `${name} (${status})`,
        }))}
        clearable
        clearButtonProps={{ 'aria-label': 'Detach webhook' }}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('webhook_id')}
      />
      <div>
        <LinkButton variant="default" size="xs" to={paths.webhooks(projectId)}>
          Manage webhooks
        </LinkButton>
      </div>
      <SubmitBar label="Save" />
    </Form>
  );
}
