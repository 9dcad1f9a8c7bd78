import { EditButton } from '#console/modules/people/edit-button.tsx';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import type { Datasource, DatasourceSync } from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import type { SourceActions } from '../use-source-actions.ts';
import { COUNTS, seenBy } from './sync-text.ts';

interface SyncProgressProps {
  source: Datasource;
  sync: DatasourceSync;
  actions: SourceActions;
}

/**
 * The progress of a sync: counts, elapsed time, and the reason for waiting. There is no percentage, because the total
 * is unknown.
 */
export function SyncProgress({ source, sync, actions }: SyncProgressProps) {
  const isRunning = sync.status === 'running';
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={`Sync of ${source.name}`}
        data-running={isRunning || undefined}
      />
      <div className={classes.progressText}>
        <span>
          {isRunning ? 'Syncing' : (sync.error ?? 'Waiting to start')}
          {isRunning && sync.started_at && (
            <>
              {' · '}
              <Elapsed since={Date.parse(sync.started_at)} />
            </>
          )}
          {seenBy(sync) + sync.removed > 0 && ` · ${soFar(sync)}`}
        </span>
        <EditButton
          size="compact-sm"
          variant="default"
          onClick={() => actions.cancel(source, sync)}
        >
          Cancel sync
        </EditButton>
      </div>
    </div>
  );
}

/** `3 added, 40 unchanged`. */
function soFar(sync: DatasourceSync): string {
  return [...COUNTS, 'unchanged' as const]
    .filter((name) => sync[name] > 0)
    .map((name) => `${sync[name].toLocaleString('en-GB')} ${name}`)
    .join(', ');
}
