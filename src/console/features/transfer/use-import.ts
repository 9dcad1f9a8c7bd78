import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { sendArchive, UploadRefused } from '#console/modules/upload/send-file.ts';
import { getListProjectsQueryOptions } from '#generated/api/project/project.ts';
import { importOrg } from '#generated/api/transfer/transfer.ts';
import type { Transfer } from '#generated/model/index.ts';

interface Uploading {
  /** The part of the archive that has arrived, from 0 to 1. */
  share: number;
  isOffline: boolean;
}

/** Uploads an archive, and then starts its import. Leaving the page stops the upload, but not the import. */
export function useImport(orgId: string, onStart: (transfer: Transfer) => void) {
  const active = useActiveProject();
  const [upload, setUpload] = useState<Uploading | null>(null);
  const [error, setError] = useState<string | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (file: File) => {
    const own = new AbortController();
    controller.current = own;
    const { signal } = own;
    setError(null);
    setUpload({ share: 0, isOffline: false });
    try {
      // Uploads belong to a project, any of the organisation.
      const projectId = active.orgId === orgId ? active.projectId : await firstProject(orgId);
      const project = { orgId, projectId };
      const { id } = await sendArchive(file, project, {
        signal,
        onSent: (bytes) => setUpload({ share: bytes / file.size, isOffline: false }),
        onOffline: (isOffline) => setUpload((before) => before && { ...before, isOffline }),
      });
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      onStart(await mutate(importOrg, orgId, { upload_id: id }, headers, { signal }));
    } catch (failure) {
      if (!signal.aborted) setError(textOf(failure));
    }
    if (controller.current === own) setUpload(null);
  };
  const cancel = () => {
    controller.current?.abort();
    setUpload(null);
  };
  return { upload, error, start, cancel, reset: () => setError(null) };
}

function textOf(failure: unknown): string {
  return failure instanceof UploadRefused && failure.message !== ''
    ? failure.message
    : messageOf(failure);
}

async function firstProject(orgId: string): Promise<string> {
  const { results } = await readOnce(getListProjectsQueryOptions(orgId, { page_limit: 1 }));
  return results[0]?.id ?? '';
}
