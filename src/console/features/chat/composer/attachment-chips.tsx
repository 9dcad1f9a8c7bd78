import { CloseButton, Loader } from '@mantine/core';
import { IconAlertTriangle, IconFile } from '@tabler/icons-react';
import classes from './composer.module.css';
import type { Attaching, Attachments } from './use-attachments.ts';

const STATES: Record<Attaching['status'], string> = {
  uploading: 'Uploading…',
  processing: 'Reading…',
  ready: '',
  failed: "Couldn't be attached",
};

/** The files of the next message, with their progress. */
export function AttachmentChips({
  attachments,
}: {
  attachments: Pick<Attachments, 'files' | 'remove'>;
}) {
  if (attachments.files.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Attachments">
      {attachments.files.map((file) => {
        const state = file.error ?? STATES[file.status];
        const isBusy = file.status === 'uploading' || file.status === 'processing';
        return (
          <li
            key={file.key}
            className={classes.chip}
            data-failed={file.status === 'failed' || undefined}
          >
            {isBusy && <Loader size={14} />}
            {file.status === 'ready' && <IconFile aria-hidden />}
            {file.status === 'failed' && <IconAlertTriangle aria-hidden />}
            <span className={classes.chipName}>{file.name}</span>
            {state && (
              <span
                className={classes.chipState}
                role={file.status === 'failed' ? 'alert' : 'status'}
              >
                {state}
              </span>
            )}
            <CloseButton
              size="sm"
              aria-label={`Remove ${file.name}`}
              onClick={() => attachments.remove(file)}
            />
          </li>
        );
      })}
    </ul>
  );
}
