import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { toast } from '#console/ui/feedback/toast.ts';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import type { ConflictDialogProps } from './conflict/three-way.ts';
import type { DraftSync } from './draft-sync.ts';
import type { SaveStatus } from './draft-types.ts';

/** States in which nothing is being sent: leaving now would keep the edits on this device only. */
const notSyncing: readonly SaveStatus[] = ['offline', 'failed', 'conflict'];

interface DraftWatchProps<T> {
  draft: DraftSync<T>;
  /** The name of the thing being edited, as in `open the task`. */
  what: string;
  /** The dialog that resolves a conflict. */
  ConflictDialog: ComponentType<ConflictDialogProps<T>>;
  conflictShown: boolean;
  onConflictShown: (shown: boolean) => void;
}

/** Shows what happens to the draft elsewhere, and guards against leaving while it isn't saved. */
export function DraftWatch<T>(props: DraftWatchProps<T>) {
  const { draft, what, ConflictDialog, conflictShown, onConflictShown } = props;
  const conflict = useStore(draft.store, (state) => state.conflict);
  const arrivals = useStore(draft.store, (state) => state.arrivals);
  const recovered = useStore(draft.store, (state) => state.recovered);
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
            ? `Your changes haven't reached the server yet. They are saved locally and restored when you open the ${what} in this browser again.`
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
