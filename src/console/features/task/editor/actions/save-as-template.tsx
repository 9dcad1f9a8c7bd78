import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readOnce } from '#console/api/query/calls.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { TemplateDialog } from '#console/modules/template/template-dialog.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { checkTemplate } from '#core/template/check-template.ts';
import { getGetRunQueryOptions, getListRunsQueryOptions } from '#generated/api/run/run.ts';
import { getGetTaskDraftQueryOptions } from '#generated/api/task/task.ts';
import { getListTemplatesQueryOptions } from '#generated/api/template/template.ts';
import type {
  Task,
  TaskDefinition,
  TemplateSampleCreate,
  TemplateSummary,
} from '#generated/model/index.ts';

/** Saves the draft as a template of the organisation, optionally with the last run as a sample. */
export function SaveAsTemplate({ task, onClose }: { task: Task; onClose: () => void }) {
  const confirm = useConfirm();
  const last = useQuery({
    queryKey: queryKeys.templateSample(task.id),
    queryFn: () => readDraftAndRun(task),
    staleTime: 0,
    gcTime: 0,
  });
  const [includesSample, setIncludesSample] = useState(true);
  const sample = includesSample ? last.data?.sample : null;

  return (
    <TemplateDialog
      orgId={task.org_id}
      title="Save as template"
      initial={{ name: task.name, description: task.description, tags: [] }}
      complete={async (fields) => {
        const { definition } = last.data ?? (await readDraftAndRun(task));
        const existing = await templateNamed(task.org_id, fields.name);
        if (existing && !(await confirm(replacing(existing)))) return null;
        return {
          data: { ...fields, definition, ...(sample && { sample }) },
          ...(existing && { replaces: existing.id }),
        };
      }}
      onClose={onClose}
    >
      <Checkbox
        label="Include the last run as a sample"
        description={
          last.data?.sample
            ? 'Everyone in the organisation can see its inputs and output.'
            : 'No successful run matches this draft. Run it first.'
        }
        disabled={!last.data?.sample}
        checked={Boolean(sample)}
        onChange={(event) => setIncludesSample(event.currentTarget.checked)}
      />
    </TemplateDialog>
  );
}

/** The organisation's template with that name; names are case-insensitive. */
async function templateNamed(orgId: string, name: string): Promise<TemplateSummary | undefined> {
  const { results } = await readOnce(
    getListTemplatesQueryOptions(orgId, { q: name, page_limit: PAGE_LIMIT_MAX }),
  );
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
    readOnce(getGetTaskDraftQueryOptions(org_id, project_id, id)),
    readOnce(getListRunsQueryOptions(org_id, project_id, only)),
  ]);
  const [last] = results;
  if (!last) return { definition, sample: null };
  const { inputs, output } = await readOnce(getGetRunQueryOptions(org_id, project_id, last.id));
  const sample = { inputs, output };
  const problems = checkTemplate({ name: 'sample', definition, sample });
  const isFit = problems.every(({ pointer }) => !pointer.startsWith('/sample'));
  return { definition, sample: isFit ? sample : null };
}
