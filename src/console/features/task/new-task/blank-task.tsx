import { Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { track } from '#console/modules/analytics/analytics.ts';
import { unusableReason } from '#console/modules/model/model-groups.ts';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useModels } from '#console/modules/model/use-models.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { DescriptionInput } from '#console/modules/task/description-input.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { useGetOrg } from '#generated/api/org/org.ts';
import { useCreateTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { TaskCreate } from '#generated/model/taskCreate.zod.ts';
import { refreshTasks, rememberTask } from '../task-mutations.ts';

/** Creates an empty task. */
export function BlankTask({ onClose }: { onClose: () => void }) {
  const { orgId, projectId, project } = useActiveProject();
  const { data: org } = useGetOrg(orgId, { query: { meta: { silent: true } } });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { models } = useModels(orgId);
  const create = useCreateTask({ mutation: { meta: { area: 'task.create', fields: true } } });
  const form = useForm(
    contractForm(TaskCreate, {
      initialValues: { name: '', description: '', model: '' },
      body: ({ name, description }) => ({ name, description }),
    }),
  );
  const usable = models.filter((model) => unusableReason(model) === null);
  const chosen = project.default_model_id ?? org?.default_model_id;
  const suggested = usable.find(({ id }) => id === chosen) ?? usable[0] ?? models[0];
  const model = form.values.model || (suggested?.id ?? '');

  const submit = async (fields: TaskCreate) => {
    const data = { ...fields, ...(model !== '' && { definition: emptyDefinition(model) }) };
    const created: Task = await create.mutateAsync({ orgId, projectId, data });
    rememberTask(queryClient, created);
    track('Task created', { origin: 'blank' });
    void refreshTasks(queryClient, orgId, projectId);
    onClose();
    navigate(paths.task(projectId, created.id));
  };

  return (
    <Form form={form} onSubmit={submit} label="Blank task">
      <TextInput
        data-autofocus
        label="Name"
        placeholder="Review sentiment"
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <DescriptionInput {...form.getInputProps('description')} />
      <Input.Wrapper label="Model" labelElement="div">
        <ModelPicker
          orgId={orgId}
          modelId={model}
          allowUnusable
          onChange={(id) => form.setFieldValue('model', id)}
        />
      </Input.Wrapper>
      <SubmitBar label="Create task" always />
    </Form>
  );
}
