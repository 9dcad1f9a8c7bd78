import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { getGetTemplateQueryOptions } from '#generated/api/template/template.ts';
import type { Task, Template } from '#generated/model/index.ts';
import { paths } from '../paths.ts';
import { useActiveProject } from '../selection/use-active-project.ts';
import { createNamedTask, type ProjectAddress } from '../task/new-task.ts';
import { addDatasets, type DatasetCopy } from '../task/task-datasets.ts';
import { sampleName } from './sample-name.ts';

/**
 * Creates a task from a template, under the first free name. The template's samples become its dataset.
 * @throws ApiError
 */
export async function createFromTemplate(
  queryClient: QueryClient,
  place: ProjectAddress,
  templateId: string,
): Promise<Task> {
  const options = getGetTemplateQueryOptions(place.orgId, templateId);
  const template = await queryClient.fetchQuery(options);
  const { name, description, definition } = template;
  const created = await createNamedTask(queryClient, place, { name, description, definition });
  // Not awaited: the task is usable without them.
  void addDatasets(queryClient, created, samplesOf(template));
  return created;
}

/** A template's samples as cases. */
function samplesOf({ sample, more_samples }: Template): DatasetCopy[] {
  if (!sample || sample.checks.length === 0) return [];
  const cases = [sample, ...more_samples].map(({ inputs, output }, index, all) => ({
    name: sampleName(index, all.length),
    inputs,
    expected: output,
  }));
  const checks = sample.checks.map(({ check }) => check);
  return [{ name: 'Template samples', checks, cases }];
}

/** Creates a task from a template in the active project, and opens it. Errors are shown as toasts. */
export function useTemplate() {
  const { orgId, projectId } = useActiveProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<string | null>(null);

  return {
    /** The template that is being used. */
    pending,
    /** @returns whether the task was created */
    async use(templateId: string): Promise<boolean> {
      if (pending !== null) return false;
      setPending(templateId);
      const created = await attempt(async () => {
        const task = await createFromTemplate(queryClient, { orgId, projectId }, templateId);
        navigate(paths.task(task.project_id, task.id));
      }, 'task.create');
      setPending(null);
      return created;
    },
  };
}
