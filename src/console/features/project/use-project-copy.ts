import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { useSelectionStore } from '#console/modules/selection/selection-store.ts';
import { isOpen } from '#console/modules/transfer/transfer-state.ts';
import { useTransfer } from '#console/modules/transfer/use-transfer.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { getListProjectsQueryKey } from '#generated/api/project/project.ts';
import { cancelTransfer, copyProject } from '#generated/api/transfer/transfer.ts';
import type { ProjectCopy } from '#generated/model/index.ts';

/** Creates a project from another or from a template, and opens it when it is ready. */
export function useProjectCopy(orgId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const select = useSelectionStore((state) => state.select);
  const [id, setId] = useState<string | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const name = useRef('');
  const { data } = useTransfer(orgId, id);
  const transfer = id === null ? null : (data ?? null);
  const isBusy = id !== null && (transfer === null || isOpen(transfer));

  useEffect(() => {
    if (transfer?.status !== 'succeeded') return;
    const [projectId] = transfer.project_ids;
    setId(null);
    if (projectId === undefined) return;
    void client.invalidateQueries({ queryKey: getListProjectsQueryKey(orgId) }).then(() => {
      select({ projectId, orgId });
      toast.success(`${name.current} created`);
      navigate(paths.tasks(projectId));
    });
  }, [transfer, client, orgId, select, navigate]);

  return {
    /** @throws ApiError when the server refuses it */
    start: async (copy: ProjectCopy) => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const started = await mutate(copyProject, orgId, copy, headers);
      name.current = copy.name;
      setId(started.id);
    },
    cancel: async () => {
      if (id === null) return;
      setCancelling(true);
      const isDone = await attempt(() => mutate(cancelTransfer, orgId, id));
      setCancelling(false);
      if (isDone) setId(null);
    },
    transfer,
    isBusy,
    isCancelling,
    error: transfer?.status === 'failed' ? transfer.error : null,
  };
}
