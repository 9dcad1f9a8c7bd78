import { Button } from '@mantine/core';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
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
  const { orgId, projectId } = useActiveProject();
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
        <Permitted on={{ level: 'project', orgId, projectId }} name="edit">
          <Button
            size="compact-sm"
            variant="default"
            loading={actions.pending === source.id}
            onClick={() => void actions.cancel(source)}
          >
            Cancel sync
          </Button>
        </Permitted>
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
