import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { TransferProgress } from '#console/modules/transfer/transfer-progress.tsx';
import { isOpen } from '#console/modules/transfer/transfer-state.ts';
import { formatBytes } from '#console/modules/upload/bytes.ts';
import { sendArchive, UploadRefused } from '#console/modules/upload/send-file.ts';
import { FormSection } from '#console/ui/form/form.tsx';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_MB } from '#core/limits.ts';
import { getListProjectsQueryOptions } from '#generated/api/project/project.ts';
import { importOrg } from '#generated/api/transfer/transfer.ts';
import type { Transfer } from '#generated/model/index.ts';
import classes from './transfer.module.css';
import { TransferItem } from './transfer-item.tsx';

interface ImportSectionProps {
  orgId: string;
  /** The import to show here; null for none. */
  current: Transfer | null;
  onStart: (transfer: Transfer) => void;
}

/** Uploads an archive and imports it. The chosen file is kept until it has been imported. */
export function ImportSection({ orgId, current, onStart }: ImportSectionProps) {
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { upload, error, start, cancel, reset } = useImport(orgId, onStart);
  const isImporting = current !== null && isOpen(current);
  // An archive that was imported is done with.
  const [seen, setSeen] = useState<string | null>(null);
  if (current?.status === 'succeeded' && seen !== current.id) {
    setSeen(current.id);
    setFile(null);
  }
  const choose = (given: File | null | undefined) => {
    if (!given || upload || isImporting) return;
    reset();
    const problem = problemOf(given);
    setRefused(problem);
    if (problem === null) setFile(given);
  };
  const problem = refused ?? error;
  return (
    <FormSection
      title="Import"
      description="Adds the projects and templates of an archive to this organisation. If anything is wrong with it, nothing is imported."
    >
      <DirtyGuard when={upload !== null} message={() => 'The upload stops if you leave.'} />
      <Stack gap="md" align="stretch">
        <section
          aria-label="Archive"
          className={classes.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            choose(event.dataTransfer.files[0]);
          }}
        >
          <FileButton accept=".zip,application/zip" onChange={choose}>
            {({ onClick }) => (
              <Button
                variant="default"
                size="xs"
                disabled={upload !== null || isImporting}
                onClick={onClick}
              >
                {file ? 'Choose another file' : 'Choose file'}
              </Button>
            )}
          </FileButton>
          {file ? (
            <Group gap="xs" wrap="nowrap" className={classes.file}>
              <IconFile aria-hidden />
              <span className={classes.name}>
                {file.name} ({formatBytes(file.size)})
              </span>
              {!upload && !isImporting && (
                <IconButton
                  label={`Remove ${file.name}`}
                  tip="Remove"
                  onClick={() => {
                    setFile(null);
                    setRefused(null);
                    reset();
                  }}
                >
                  <IconX />
                </IconButton>
              )}
            </Group>
          ) : (
            <Text span c="dimmed">
              or drop a ZIP archive here, up to {ARCHIVE_MAX_MB} MB
            </Text>
          )}
        </section>
        {problem !== null && (
          <Text role="alert" className={classes.error}>
            {problem}
          </Text>
        )}
        {upload && (
          <TransferProgress
            label={upload.isOffline ? 'Waiting for the connection…' : 'Uploading'}
            share={upload.share}
            detail={upload.isOffline ? undefined : `${Math.round(upload.share * 100)}%`}
            onCancel={cancel}
          />
        )}
        {current && !upload && <TransferItem orgId={orgId} transfer={current} isBoxed />}
        <div>
          <Permitted on={{ level: 'organization', orgId }} name="remove_owner">
            <Button
              disabled={!file || upload !== null || isImporting}
              onClick={() => {
                if (!file) return;
                setRefused(null);
                void start(file);
              }}
            >
              {current?.status === 'failed' && file ? 'Try again' : 'Import archive'}
            </Button>
          </Permitted>
        </div>
      </Stack>
    </FormSection>
  );
}

function problemOf({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name))
    return `${name} isn't a ZIP archive. Choose one that was exported here.`;
  if (size === 0) return `${name} is empty.`;
  return size > ARCHIVE_MAX_BYTES ? `${name} is larger than ${ARCHIVE_MAX_MB} MB.` : null;
}

interface Uploading {
  /** The part of the archive that has arrived, from 0 to 1. */
  share: number;
  isOffline: boolean;
}

/** Uploads an archive, and then starts its import. Leaving the page stops the upload, but not the import. */
function useImport(orgId: string, onStart: (transfer: Transfer) => void) {
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
