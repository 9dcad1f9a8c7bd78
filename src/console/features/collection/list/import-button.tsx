import { FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { sendArchive } from '#console/modules/upload/send-file.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { importCollection } from '#generated/api/collection/collection.ts';

/** Imports the archive of an exported collection, from this project or any other, and opens the new collection. */
export function ImportButton() {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  /** The part of the archive that has arrived, from 0 to 1; null while nothing is being imported. */
  const [share, setShare] = useState<number | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const start = async (file: File | null) => {
    if (!file) return;
    const { signal } = leaving.current;
    setShare(0);
    await attempt(
      async () => {
        const upload = await sendArchive(
          file,
          { orgId, projectId },
          {
            signal,
            onSent: (bytes) => setShare(bytes / file.size),
            onOffline: (isOffline) => isOffline && toast.info('Waiting for the connection'),
          },
        );
        const headers = { 'Idempotency-Key': crypto.randomUUID() };
        const body = { upload_id: upload.id };
        const { id, name } = await mutate(importCollection, orgId, projectId, body, headers, {
          signal,
        });
        toast.success(`${name} imported`);
        navigate(paths.collection(projectId, id));
      },
      { handle: () => signal.aborted },
    );
    setShare(null);
  };

  return (
    <FileButton accept=".zip,application/zip" onChange={(file) => void start(file)}>
      {({ onClick }) => (
        <EditButton
          variant="default"
          leftSection={<IconUpload />}
          disabled={share !== null}
          onClick={onClick}
        >
          {share === null ? 'Import' : `Importing… ${Math.round(share * 100)}%`}
        </EditButton>
      )}
    </FileButton>
  );
}
