import { Select, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useModal } from '#console/ui/modal/modal-context.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import {
  replaceTaskWebhook,
  useGetTaskWebhook,
  useListWebhooks,
} from '#generated/api/webhook/webhook.ts';
import type { Task, Webhook } from '#generated/model/index.ts';
import { TaskWebhook as Attachment } from '#generated/model/taskWebhook.zod.ts';

/** Chooses the webhook that receives a task's events. */
export function TaskWebhook({ task, onClose }: { task: Task; onClose: () => void }) {
  const { org_id: orgId, project_id: projectId } = task;
  const webhooks = useListWebhooks(orgId, projectId, { page_limit: 100 });
  const attached = useGetTaskWebhook(orgId, projectId, task.id);
  const skeleton = <Skeleton height={120} />;
  return (
    <Modal onClosed={onClose} title="Webhook">
      <Loaded query={webhooks} skeleton={skeleton}>
        {({ results }) => (
          <Loaded query={attached} skeleton={skeleton}>
            {({ webhook_id }) => (
              <AttachForm task={task} webhooks={results} webhookId={webhook_id} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Modal>
  );
}

interface AttachFormProps {
  task: Task;
  webhooks: readonly Webhook[];
  webhookId: string | null;
}

function AttachForm({ task, webhooks, webhookId }: AttachFormProps) {
  const { org_id: orgId, project_id: projectId, id: taskId } = task;
  const form = useForm(contractForm(Attachment, { initialValues: { webhook_id: webhookId } }));

  const submit = async (data: { webhook_id: string | null }) => {
    await mutate(replaceTaskWebhook, orgId, projectId, taskId, data);
    toast.success(data.webhook_id ? 'Webhook attached' : 'Webhook detached');
  };

  return (
    <Form
      form={form}
      onSubmit={submit}
      onSaved={useModal()?.done}
      area="task.webhook"
      label="Webhook"
    >
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
