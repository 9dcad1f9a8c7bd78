import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { paths } from '#console/modules/paths.ts';
import { createNamedTask, type ProjectAddress } from '#console/modules/task/new-task.ts';
import { addDatasets } from '#console/modules/task/task-datasets.ts';
import { counted } from '#console/ui/display/counted.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { checkDefinition } from '#core/task/definition/definition.ts';
import type { FieldError } from '#generated/model/index.ts';
import { readTaskFile, TASK_FILE_MAX_BYTES } from '../task-file.ts';
import classes from './import-dialog.module.css';

const ERRORS_SHOWN = 20;
const LOST_SHOWN = 3;

/** Imports a task from an exported file and lists everything that is wrong with the file. */
export function ImportDialog({
  orgId,
  projectId,
  onClose,
}: ProjectAddress & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ file: string; errors: FieldError[] } | null>(null);

  // Forget the file, so that choosing it again after correcting it triggers a change event.
  const forget = useRef<() => void>(null);

  const take = async (file: File | null | undefined) => {
    if (!file || busy) return;
    forget.current?.();
    setBusy(true);
    setFailed(null);
    try {
      const text = file.size > TASK_FILE_MAX_BYTES ? null : await file.text();
      const read = readTaskFile(text);
      if (!read.ok) return setFailed({ file: file.name, errors: read.errors });
      const created = await createNamedTask(queryClient, { orgId, projectId }, read.task, 'file');
      const lost = await addDatasets(queryClient, created, read.datasets);
      if (lost.length > 0)
        toast.error(`Couldn't import everything. Missing: ${lost.slice(0, LOST_SHOWN).join('; ')}`);
      const open = read.task.definition ? checkDefinition(read.task.definition).length : 0;
      toast.success(
        open === 0
          ? `${created.name} imported`
          : `${created.name} imported. Fix ${counted(open, 'problem')} before saving a revision.`,
      );
      setOpened(false);
      navigate(paths.task(created.project_id, created.id));
    } catch (error) {
      const fields = isApiError(error) ? (error.problem?.errors ?? []) : [];
      const errors =
        fields.length > 0 ? fields : [{ pointer: '', message: messageOf(error, 'task.create') }];
      setFailed({ file: file.name, errors });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened={opened} onClose={() => setOpened(false)} onClosed={onClose} title="Import task">
      <section
        aria-label="Task file"
        className={classes.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        <FileButton
          resetRef={forget}
          accept="application/json,.json"
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              leftSection={<IconUpload />}
              data-autofocus
            >
              Choose file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          <span className="tl-mono">.task.json</span> file exported from Taskloom. Drop it here.
        </Text>
      </section>
      {failed && (
        <div role="alert" className={classes.errors}>
          <p>Couldn't import {failed.file}:</p>
          <ul>
            {failed.errors.slice(0, ERRORS_SHOWN).map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                {pointer !== '' && <code className="tl-mono">{pointer}</code>} {message}
              </li>
            ))}
          </ul>
          {failed.errors.length > ERRORS_SHOWN && (
            <p>and {(failed.errors.length - ERRORS_SHOWN).toLocaleString('en-US')} more.</p>
          )}
        </div>
      )}
    </Modal>
  );
}
