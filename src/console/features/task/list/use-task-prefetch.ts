import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { paths } from '#console/modules/paths.ts';
import { prefetchPage } from '#console/ui/navigation/prefetch.ts';
import { getGetTaskDraftQueryOptions } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';

/** A pointer that only passes over a row does not mean to open it. */
const REST_MS = 80;

/** Has the editor's code and a task's draft ready when it is opened. Call it when a row is pointed at. */
export function useTaskPrefetch(): (task: Task) => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ org_id, project_id, id }: Task) => {
      prefetchPage(paths.task(project_id, id));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        void queryClient.prefetchQuery(getGetTaskDraftQueryOptions(org_id, project_id, id));
      }, REST_MS);
    },
    [queryClient],
  );
}
