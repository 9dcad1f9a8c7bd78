import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useCreateWidget } from '#generated/api/chat/chat.ts';
import { WidgetCreate } from '#generated/model/widgetCreate.zod.ts';
import { TargetFields } from './target-fields.tsx';
import { targetProblem, toConfig, toConfigValues } from './widget-values.ts';

/** Can be changed beside the preview. */
const GREETING = 'Hello! What would you like to know?';

type NewWidgetProps = { opened: boolean; onClose: () => void };

/** Names a widget and what it answers from. Everything else is on its page, beside the preview. */
export function NewWidget({ opened, onClose }: NewWidgetProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create widget">
      <NewWidgetForm />
    </Modal>
  );
}

function NewWidgetForm() {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const create = useCreateWidget({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(WidgetCreate, {
      initialValues: {
        name: '',
        config: toConfigValues({ type: 'collections', greeting: GREETING }),
      },
      body: ({ name, config }) => ({ name, config: toConfig(config) }),
      verbatim: ['system_prompt'],
      validate: targetProblem,
    }),
  );

  const submit = async (data: WidgetCreate) => {
    const made = await create.mutateAsync({ orgId, projectId, data });
    form.resetDirty();
    navigate(paths.widget(projectId, made.id));
  };

  return (
    <Form form={form} label="Create widget" onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="For you. Visitors don't see it."
          placeholder="Help centre"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TargetFields
          target={form.values.config}
          error={form.errors['config.collection_ids'] as string | undefined}
          onChange={(change) => form.setFieldValue('config', { ...form.values.config, ...change })}
        />
      </Stack>
      <SubmitBar label="Create widget" always />
    </Form>
  );
}
