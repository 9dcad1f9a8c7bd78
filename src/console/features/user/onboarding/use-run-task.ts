import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';

/**
 * The task of the first run, once it exists. It is stored in the URL with its template, so that a reload uses the same
 * task, and another template gets a new one.
 */
export function useRunTask(templateId: string | undefined) {
  const [made, setMade] = useQueryParam('task');
  const [of, taskId] = made?.split(':') ?? [];
  return {
    taskId: of === templateId && taskId ? taskId : null,
    setTask: (id: string) => setMade(`${templateId}:${id}`),
  };
}
