import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { useShallow } from 'zustand/shallow';
import { messageOf } from '#console/api/error-message.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { useDraft, useEditor } from '../editor-context.tsx';
import classes from './draft-status.module.css';
import type { DraftState } from './draft-types.ts';

const icon = { size: 16, stroke: 1.5 } as const;

/** Whether what is typed is safe, in a few words. */
export function DraftStatus({ onConflict }: { onConflict: () => void }) {
  const { draft, readOnly } = useEditor();
  const state = useDraft(
    useShallow(({ status, savedAt, kept, failure, otherTabs }: DraftState) => ({
      status,
      savedAt,
      kept,
      failure,
      otherTabs,
    })),
  );
  if (readOnly !== null) return <span className={classes.status}>Read only</span>;
  const { status, kept } = state;
  const where = kept ? 'kept on this device' : 'only in this tab';

  if (status === 'conflict') {
    return (
      <Button
        size="compact-xs"
        color="red"
        variant="light"
        leftSection={<IconAlertTriangle {...icon} />}
        onClick={onConflict}
      >
        Conflict
      </Button>
    );
  }
  if (status === 'offline' || status === 'failed') {
    const why =
      status === 'offline'
        ? 'The server does not answer. What you type is saved when it does.'
        : messageOf(state.failure, 'task.update');
    return (
      <Tooltip label={why}>
        <button
          type="button"
          className={classes.status}
          data-tone={kept ? 'warning' : 'danger'}
          onClick={() => draft.retry()}
        >
          <IconCloudOff {...icon} aria-hidden />
          <span role="status">
            {status === 'offline' ? 'Offline' : 'Not saved'} – {where}
          </span>
        </button>
      </Tooltip>
    );
  }
  return (
    <span className={classes.status} role="status" aria-live="off">
      <span>Draft · {status === 'saved' ? <SavedAgo at={state.savedAt} /> : 'saving…'}</span>
      {state.otherTabs > 0 && (
        <Tooltip label="What you save here appears there, and the other way round.">
          <span>· open in another tab</span>
        </Tooltip>
      )}
    </span>
  );
}

/** `saved`, `saved 3 s ago`, `saved 2 min ago`: counts on its own. */
function SavedAgo({ at }: { at: number | null }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      tick();
      timer = setTimeout(next, Date.now() - at < 60_000 ? 1000 : 30_000);
    };
    timer = setTimeout(next, 1000);
    return () => clearTimeout(timer);
  }, [at]);
  return <span className="tl-tabular">{savedText(at, Date.now())}</span>;
}

/** How long ago the draft was saved. Both in ms since 1970. */
export function savedText(at: number | null, now: number): string {
  if (at === null) return 'saved';
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 2) return 'saved just now';
  if (seconds < 60) return `saved ${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `saved ${minutes} min ago` : `saved ${Math.floor(minutes / 60)} h ago`;
}
