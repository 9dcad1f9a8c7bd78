import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { apiConfig } from '#console/api/config.ts';
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
  const [isOver, setOver] = useState(false);
  // Child elements fire these events too.
  const depth = useRef(0);
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const take = ({ files, unreadable }: Dropped) => {
    if (unreadable > 0) toast.error(`${counted(unreadable, 'file')} couldn't be read`);
    else if (files.length === 0) toast.info('There are no files in what was dropped');
    onFiles(files);
  };
  const leave = (to: number) => {
    depth.current = to;
    if (to <= 0) setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Add documents" does the same
    <div
      className={classes.drop}
      onDragEnter={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = reason === null ? 'copy' : 'none';
      }}
      onDragLeave={(event) => isFiles(event) && leave(depth.current - 1)}
      onDrop={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        leave(0);
        if (reason === null) void droppedFiles(event.dataTransfer).then(take);
      }}
    >
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
