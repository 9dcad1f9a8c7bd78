import { Suspense, useState } from 'react';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Task } from '#generated/model/index.ts';
import classes from '../panel.module.css';
import { RevisionDetail } from './revision-detail.tsx';
import { RevisionList } from './revision-list.tsx';
import { useActivateRevision } from './use-activate-revision.tsx';
import type { Restore } from './use-restore.ts';

const RevisionCompare = lazyOf(() => import('./revision-compare.tsx'), 'RevisionCompare');

interface RevisionsPanelProps {
  task: Task;
  onRestore: Restore;
}

/** A task's revisions: the timeline, or the revision named in the URL, alone or compared with another. */
export function RevisionsPanel({ task, onRestore }: RevisionsPanelProps) {
  const [opened, setOpened] = useQueryParam('revision');
  const [against, setAgainst] = useQueryParam('against');
  const activation = useActivateRevision(task);
  const number = numberOf(opened);
  const [last, setLast] = useState<number | null>(null);
  const shared = { task, onRestore, activation };

  return (
    <div className={classes.panel}>
      {number === null ? (
        <RevisionList
          {...shared}
          last={last}
          onOpen={(n) => {
            setLast(n);
            setOpened(String(n), { push: true });
          }}
        />
      ) : against === null ? (
        <RevisionDetail
          {...shared}
          number={number}
          onBack={() => setOpened(null)}
          onCompare={() => setAgainst('draft', { push: true })}
        />
      ) : (
        <Suspense fallback={<TextSkeleton lines={8} />}>
          <RevisionCompare
            task={task}
            number={number}
            against={numberOf(against)}
            onAgainst={(other) => setAgainst(other === null ? 'draft' : String(other))}
            onBack={() => setAgainst(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A revision number; null for the draft and anything that isn't a number. */
function numberOf(text: string | null): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : null;
}
