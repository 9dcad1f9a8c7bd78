import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';

/**
 * The task of the first run, once it exists. It is in the URL with its template, so that after a reload the same task
 * runs, and another template gets another task.
 */
export function useRunTask(templateId: string | undefined) {
  const [made, setMade] = useQueryParam('task');
  const [of, taskId] = made?.split(':') ?? [];
  return {
    taskId: of === templateId && taskId ? taskId : null,
    setTask: (id: string) => setMade(`${templateId}:${id}`),
  };
}
