import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { paths } from '#console/modules/paths.ts';
import { prefetchPage } from '#console/ui/navigation/prefetch.ts';
import { getGetTaskDraftQueryOptions } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';

/** Ignores pointers that only pass over a row. */
const REST_MS = 80;

/** Prefetches the editor's code and the task's draft. Call it when the pointer enters a row. */
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
