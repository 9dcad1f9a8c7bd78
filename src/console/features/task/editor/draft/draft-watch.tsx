import { lazy, Suspense, useEffect, useRef } from 'react';
import { toast } from '#console/ui/feedback/toast.ts';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import { useDraft, useEditor } from '../editor-context.tsx';
import type { SaveStatus } from './draft-types.ts';

const ConflictDialog = lazy(() =>
  import('../conflict/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
);

/** States in which nothing is being sent: leaving now would keep the edits on this device only. */
const notSyncing: readonly SaveStatus[] = ['offline', 'failed', 'conflict'];

interface DraftWatchProps {
  conflictShown: boolean;
  onConflictShown: (shown: boolean) => void;
}

/** Shows what happens to the draft elsewhere, and guards against leaving while it isn't saved. */
export function DraftWatch({ conflictShown, onConflictShown }: DraftWatchProps) {
  const { draft } = useEditor();
  const conflict = useDraft((state) => state.conflict);
  const arrivals = useDraft((state) => state.arrivals);
  const recovered = useDraft((state) => state.recovered);
  const status = () => draft.store.getState().status;
  const show = useRef(onConflictShown);

  useEffect(() => {
    show.current = onConflictShown;
  });

  useEffect(() => {
    if (conflict) show.current(true);
  }, [conflict]);

  useEffect(() => {
    if (arrivals > 0)
      toast.info("This draft was changed elsewhere. You're now seeing the latest version.");
  }, [arrivals]);

  useEffect(() => {
    if (recovered) toast.info('Unsaved changes restored.');
  }, [recovered]);

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (draft.store.getState().status !== 'saved') event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [draft]);

  return (
    <>
      <DirtyGuard
        when={() => notSyncing.includes(status())}
        message={() =>
          draft.store.getState().storedLocally
            ? "Your changes haven't reached the server yet. They are saved locally and restored when you open the task in this browser again."
            : "Your changes aren't saved, and this browser can't store them. They will be lost."
        }
      />
      {conflict && conflictShown && (
        <Suspense>
          <ConflictDialog
            key={conflict.theirs.etag}
            draft={draft}
            conflict={conflict}
            onClose={() => onConflictShown(false)}
          />
        </Suspense>
      )}
    </>
  );
}
