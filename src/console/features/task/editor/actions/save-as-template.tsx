import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { readTags } from '#console/modules/template/read-tags.ts';
import { TemplateFields } from '#console/modules/template/template-fields.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { checkTemplate } from '#core/template/check-template.ts';
import { getRun, listRuns } from '#generated/api/run/run.ts';
import { getTaskDraft } from '#generated/api/task/task.ts';
import {
  getGetTemplateQueryKey,
  getListTemplatesInfiniteQueryKey,
  listTemplates,
  useCreateTemplate,
  useUpdateTemplate,
} from '#generated/api/template/template.ts';
import type {
  Task,
  TaskDefinition,
  TemplateSampleCreate,
  TemplateSummary,
} from '#generated/model/index.ts';

/** Saves the draft as a template of the organisation, optionally with the last run as a sample. */
export function SaveAsTemplate({ task, onClose }: { task: Task; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(true);
  const create = useCreateTemplate({ mutation: { meta: { fields: true } } });
  const update = useUpdateTemplate({ mutation: { meta: { fields: true } } });
  const confirm = useConfirm();
  const last = useQuery({
    queryKey: queryKeys.templateSample(task.id),
    queryFn: () => readDraftAndRun(task),
    staleTime: 0,
    gcTime: 0,
  });
  const form = useForm({
    initialValues: { name: task.name, description: task.description, tags: '', sample: true },
    validate: { name: (name) => (name.trim() === '' ? VALIDATION.nameNeeded : null) },
  });
  const sample = last.data?.sample ?? null;

  const submit = async (values: typeof form.values) => {
    const { definition } = last.data ?? (await readDraftAndRun(task));
    const orgId = task.org_id;
    const data = {
      name: values.name.trim(),
      description: values.description.trim(),
      tags: readTags(values.tags),
      definition,
      ...(values.sample && sample && { sample }),
    };
    const there = await templateNamed(orgId, data.name);
    if (there && !(await confirm(replacing(there)))) return false;
    const saved = there
      ? await update.mutateAsync({ orgId, templateId: there.id, data })
      : await create.mutateAsync({ orgId, data });
    if (there) queryClient.setQueryData(getGetTemplateQueryKey(orgId, saved.id), saved);
    void queryClient.invalidateQueries({
      queryKey: getListTemplatesInfiniteQueryKey(task.org_id),
    });
    toast.success(`Template ${saved.name} saved`);
    setOpened(false);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title="Save as template"
    >
      <Form form={form} onSubmit={submit} label="Save as template">
        <TemplateFields inputProps={form.getInputProps} />
        <Checkbox
          label="Include the last run as a sample"
          description={
            sample
              ? 'Everyone in the organisation can see its inputs and output.'
              : 'No successful run matches this draft. Run it first.'
          }
          disabled={!sample}
          checked={form.values.sample && sample !== null}
          onChange={(event) => form.setFieldValue('sample', event.currentTarget.checked)}
        />
        <SubmitBar label="Save template" always />
      </Form>
    </Modal>
  );
}

/** The organisation's template with that name; names are case-insensitive. */
async function templateNamed(orgId: string, name: string): Promise<TemplateSummary | undefined> {
  const { results } = await listTemplates(orgId, { q: name, page_limit: PAGE_LIMIT_MAX });
  return results.find(
    (one) => one.origin === 'organization' && one.name.toLowerCase() === name.toLowerCase(),
  );
}

function replacing({ name, created_by }: TemplateSummary) {
  const by = created_by ? `, saved by ${created_by.name}` : '';
  return {
    title: `Replace ${name}?`,
    body: `Your organisation already has a template with this name${by}. It will be replaced with this task. Tasks created from it won't change.`,
    confirmLabel: 'Replace template',
  };
}

interface DraftAndRun {
  definition: TaskDefinition;
  /** The last successful run, if its inputs and output still match the draft. */
  sample: TemplateSampleCreate | null;
}

async function readDraftAndRun({ org_id, project_id, id }: Task): Promise<DraftAndRun> {
  const only = { task_id: id, status: ['succeeded' as const], page_limit: 1 };
  const [{ definition }, { results }] = await Promise.all([
    getTaskDraft(org_id, project_id, id),
    listRuns(org_id, project_id, only),
  ]);
  const [last] = results;
  if (!last) return { definition, sample: null };
  const { inputs, output } = await getRun(org_id, project_id, last.id);
  const sample = { inputs, output };
  const problems = checkTemplate({ name: 'sample', definition, sample });
  const isFit = problems.every(({ pointer }) => !pointer.startsWith('/sample'));
  return { definition, sample: isFit ? sample : null };
}
