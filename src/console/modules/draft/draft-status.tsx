import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { messageOf } from '#console/api/error-message.ts';
import { formatRelative } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import classes from './draft-status.module.css';
import type { DraftSync } from './draft-sync.ts';

interface DraftStatusProps<T> {
  draft: DraftSync<T>;
  /** Why editing is disabled; null when it is allowed. */
  readOnly: string | null;
  onConflict: () => void;
}

/** The save status of the draft, in a few words. */
export function DraftStatus<T>({ draft, readOnly, onConflict }: DraftStatusProps<T>) {
  const state = useStore(
    draft.store,
    useShallow(({ status, savedAt, storedLocally, failure, otherTabs }) => ({
      status,
      savedAt,
      storedLocally,
      failure,
      otherTabs,
    })),
  );
  if (readOnly !== null) return <span className={classes.status}>Read-only</span>;
  const { status, storedLocally } = state;
  const where = storedLocally ? 'saved locally' : 'not saved';

  if (status === 'conflict') {
    return (
      <Button
        size="compact-xs"
        color="red"
        variant="light"
        leftSection={<IconAlertTriangle />}
        onClick={onConflict}
      >
        Conflict
      </Button>
    );
  }
  if (status === 'offline' || status === 'failed') {
    const why =
      status === 'offline'
        ? "The server isn't responding. Your changes will be saved when it's back."
        : messageOf(state.failure, 'task.update');
    return (
      <Tooltip label={why}>
        <button
          type="button"
          className={classes.status}
          data-tone={storedLocally ? 'warning' : 'danger'}
          onClick={() => draft.retry()}
        >
          <IconCloudOff aria-hidden />
          <span role="status">
            {status === 'offline' ? 'Offline' : "Couldn't sync"} – {where}
          </span>
        </button>
      </Tooltip>
    );
  }
  return (
    <span className={classes.status} role="status" aria-live="off">
      <span>Draft · {status === 'saved' ? <SavedAgo at={state.savedAt} /> : 'saving…'}</span>
      {state.otherTabs > 0 && (
        <Tooltip label="Changes sync between tabs.">
          <span>· open in another tab</span>
        </Tooltip>
      )}
    </span>
  );
}

/** `saved`, `saved 35 s ago`, `saved 2 min ago`; updates itself. */
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

/** How long ago the draft was saved. Both times are in ms since 1970. */
export function savedText(at: number | null, now: number): string {
  return at === null ? 'saved' : `saved ${formatRelative(new Date(at).toISOString(), now)}`;
}
