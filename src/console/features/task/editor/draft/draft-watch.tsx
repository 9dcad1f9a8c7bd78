import { lazy, Suspense, useEffect, useRef } from 'react';
import { toast } from '#console/ui/feedback/toast.ts';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import { useDraft, useEditor } from '../editor-context.tsx';
import type { SaveStatus } from './draft-types.ts';

const ConflictDialog = lazy(() =>
  import('../conflict/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
);

/** Not on its way to the server: leaving now would leave it on this device only. */
const stuck: readonly SaveStatus[] = ['offline', 'failed', 'conflict'];

interface DraftWatchProps {
  conflictShown: boolean;
  onConflictShown: (shown: boolean) => void;
}

/** Says what happens to the draft from outside, and guards leaving while it is not saved. */
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
    if (arrivals > 0) toast.info('This draft was changed elsewhere. You see the newest now.');
  }, [arrivals]);

  useEffect(() => {
    if (recovered) toast.info('Changes that were not saved last time are back.');
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
        when={() => stuck.includes(status())}
        told={() =>
          draft.store.getState().kept
            ? 'Your changes are not on the server yet. They are kept on this device, for when you open the task here again.'
            : 'Your changes are not saved, and this browser keeps nothing: they will be lost.'
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
