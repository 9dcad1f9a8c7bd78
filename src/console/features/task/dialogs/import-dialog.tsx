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
import { toast } from '#console/ui/feedback/toast.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { checkDefinition } from '#core/task/definition/definition.ts';
import type { FieldError } from '#generated/model/index.ts';
import { readTaskFile, TASK_FILE_MAX_BYTES } from '../task-file.ts';
import classes from './import-dialog.module.css';

const ERRORS_SHOWN = 20;
const LOST_SHOWN = 3;

/** Makes a task of a file that one was exported to; says each thing that is wrong with the file. */
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

  // The same file may be chosen again, mended: the browser says so only when the first choice is forgotten.
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
      const made = await createNamedTask(queryClient, { orgId, projectId }, read.task);
      const lost = await addDatasets(queryClient, made, read.datasets);
      if (lost.length > 0) toast.error(`Not imported: ${lost.slice(0, LOST_SHOWN).join('; ')}`);
      const open = read.task.definition ? checkDefinition(read.task.definition).length : 0;
      toast.success(
        open === 0
          ? `Imported ${made.name}`
          : `Imported ${made.name}; ${open} ${open === 1 ? 'thing' : 'things'} to mend before it can be saved as a revision`,
      );
      setOpened(false);
      navigate(paths.task(made.project_id, made.id));
    } catch (error) {
      const errors = isApiError(error) ? (error.problem?.errors ?? []) : [];
      const said =
        errors.length > 0 ? errors : [{ pointer: '', message: messageOf(error, 'task.create') }];
      setFailed({ file: file.name, errors: said });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title="Import a task"
    >
      <section
        aria-label="File of a task"
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
              leftSection={<IconUpload size={16} stroke={1.5} />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          or drop one here: a task that was exported, <span className="tl-mono">.task.json</span>
        </Text>
      </section>
      {failed && (
        <div role="alert" className={classes.errors}>
          <p>{failed.file} was not imported:</p>
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
