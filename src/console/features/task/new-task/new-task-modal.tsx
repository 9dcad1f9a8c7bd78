import { Input, Loader, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { track } from '#console/modules/analytics/analytics.ts';
import { unusableReason } from '#console/modules/model/model-groups.ts';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useModels } from '#console/modules/model/use-models.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { DescriptionInput } from '#console/modules/task/description-input.tsx';
import { useTemplate } from '#console/modules/template/use-template.tsx';
import { useTemplates } from '#console/modules/template/use-templates.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TableSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { useGetOrg } from '#generated/api/org/org.ts';
import { useCreateTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { TaskCreate } from '#generated/model/taskCreate.zod.ts';
import { refreshTasks, rememberTask } from '../task-mutations.ts';
import { DescribedTask } from './described-task.tsx';
import classes from './new-task.module.css';

type Way = 'describe' | 'template' | 'blank';

const ways = [
  { value: 'describe', label: 'Describe' },
  { value: 'template', label: 'Template' },
  { value: 'blank', label: 'Blank' },
] as const;

interface NewTaskModalProps {
  /** What the task should do, to start with. */
  description?: string;
  onClose: () => void;
}

/** The ways to create a task; each creates it and opens it. */
export function NewTaskModal({ description, onClose }: NewTaskModalProps) {
  const [way, setWay] = useState<Way>('describe');
  return (
    <Modal onClosed={onClose} title="Create task" size="lg">
      {(done) => (
        <>
          <div className={classes.ways}>
            <Segmented label="Start from" items={ways} value={way} onChange={setWay} />
          </div>
          {way === 'describe' && <DescribedTask initial={description} onClose={done} />}
          {way === 'blank' && <BlankTask onClose={done} />}
          {way === 'template' && <TemplateTask onClose={done} />}
        </>
      )}
    </Modal>
  );
}

/** Creates a task from a template with one click. */
function TemplateTask({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const { query, templates } = useTemplates(search);
  const { use, pending, dialog } = useTemplate();

  return (
    <div className={classes.templates}>
      <div className={classes.bar}>
        <SearchInput
          value={search}
          onChange={setSearch}
          label="Search templates"
          placeholder="Search"
        />
        <Link to={paths.templates()} className={classes.all}>
          Browse all templates
        </Link>
      </div>
      {query.isPending && <TableSkeleton rows={6} columns={1} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && templates.length === 0 && <EmptyState title="No templates match" />}
      {templates.length > 0 && (
        <ul className={classes.list} aria-label="Templates">
          {templates.map(({ id, name, description }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.template}
                aria-disabled={pending !== null}
                onClick={async () => {
                  if (await use(id)) onClose();
                }}
              >
                <span className={classes.templateName}>
                  {name}
                  {pending === id && <Loader size={12} />}
                </span>
                <span className={classes.templateText}>{description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </div>
  );
}

/** Creates an empty task. */
function BlankTask({ onClose }: { onClose: () => void }) {
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
