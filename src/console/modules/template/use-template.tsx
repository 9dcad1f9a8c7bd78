import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { getGetTemplateQueryOptions } from '#generated/api/template/template.ts';
import type { Task, Template } from '#generated/model/index.ts';
import { paths } from '../paths.ts';
import { useActiveProject } from '../selection/use-active-project.ts';
import { DocumentsDialog } from './documents-dialog.tsx';

interface UsedTemplate {
  /** The template that is being used. */
  pending: string | null;
  /** @returns whether the task was created */
  use: (templateId: string) => Promise<boolean>;
  /** The dialog that asks for the collection of a task with retrieval. */
  dialog: ReactNode;
}

/**
 * Creates a task from a template in the active project, and opens it. If it answers from documents, the dialog asks from
 * which. Errors are shown as toasts.
 */
export function useTemplate(): UsedTemplate {
  const { orgId, projectId } = useActiveProject();
  const place = { orgId, projectId };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ template: Template; resolve: (task?: Task) => void }>();

  const create = async (templateId: string): Promise<Task | undefined> => {
    const [template, { createFromTemplate, needsCollection }] = await Promise.all([
      queryClient.fetchQuery(getGetTemplateQueryOptions(orgId, templateId)),
      // Galleries are shown without it.
      import('./create-from-template.ts'),
    ]);
    if (!(await needsCollection(place, template.definition)))
      return createFromTemplate(queryClient, place, template);
    // The button gets focus back when the dialog closes, so it must not be disabled by then.
    setPending(null);
    return new Promise((resolve) => setAsked({ template, resolve }));
  };

  const use = async (templateId: string): Promise<boolean> => {
    if (pending !== null) return false;
    setPending(templateId);
    let task: Task | undefined;
    await attempt(async () => {
      task = await create(templateId);
      if (task) navigate(paths.task(task.project_id, task.id));
    }, 'task.create');
    setPending(null);
    return task !== undefined;
  };

  const dialog = asked && (
    <DocumentsDialog
      template={asked.template}
      onCreated={asked.resolve}
      onClose={() => {
        asked.resolve();
        setAsked(undefined);
      }}
    />
  );
  return { pending, use, dialog };
}
