import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { apiConfig } from '#console/api/config.ts';
import { useFileDrop } from '#console/modules/upload/use-file-drop.ts';
import { counted } from '#console/ui/display/counted.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { type Dropped, droppedFiles } from '../upload/dropped-files.ts';
import classes from './documents.module.css';

const TYPES = [
  'PDF',
  'Word',
  'Excel',
  'PowerPoint',
  'CSV',
  'HTML',
  'Markdown',
  'text',
  'JSON',
  'EPUB',
];

/** The accepted file types and sizes, in one sentence. */
export function uploadHint(): string {
  const { documentMaxMb, documentImages } = apiConfig();
  const types = new Intl.ListFormat('en-GB').format(documentImages ? [...TYPES, 'images'] : TYPES);
  return documentMaxMb === undefined
    ? `${types}.`
    : `${types}, up to ${documentMaxMb.toLocaleString('en-GB')} MB each.`;
}

interface DropAreaProps {
  /** Why nothing can be dropped; null if it can. */
  reason: string | null;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts files and folders dropped anywhere on it, and shows what it accepts during a drag. */
export function DropArea({ reason, onFiles, children }: DropAreaProps) {
  const take = ({ files, unreadable }: Dropped) => {
    if (unreadable > 0) toast.error(`${counted(unreadable, 'file')} couldn't be read`);
    else if (files.length === 0) toast.info('There are no files in what was dropped');
    onFiles(files);
  };
  const { isOver, handlers } = useFileDrop(
    (transfer) => reason === null && void droppedFiles(transfer).then(take),
    reason === null ? 'copy' : 'none',
  );

  return (
    <div className={classes.drop} {...handlers}>
      {children}
      {isOver && (
        <div className={classes.overlay} aria-hidden>
          <IconUpload />
          <strong>{reason ?? 'Drop files or folders to add them'}</strong>
          {reason === null && <span>{uploadHint()}</span>}
        </div>
      )}
    </div>
  );
}
