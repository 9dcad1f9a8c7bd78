import { Popover, Skeleton, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { RunStatusBadge } from '#console/modules/run/result/run-status.tsx';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { useReturnFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '#console/ui/menu/menu-anchor.tsx';
import { getGetRunQueryOptions, useListRuns } from '#generated/api/run/run.ts';
import type { RunInputs, RunSummary } from '#generated/model/index.ts';
import classes from './past-runs.module.css';

interface PastRunsProps {
  address: TaskAddress;
  /** Called with the inputs of the chosen run. */
  onPick: (inputs: RunInputs) => void;
  onClose: () => void;
}

/** The task's recent runs as sources of inputs. Opens when it mounts. */
export function PastRuns({ address, onPick, onClose }: PastRunsProps) {
  const { orgId, projectId } = address;
  const queryClient = useQueryClient();
  useReturnFocus();

  const pick = async (run: RunSummary) => {
    onClose();
    await attempt(async () => {
      const options = getGetRunQueryOptions(orgId, projectId, run.id);
      onPick((await queryClient.fetchQuery(options)).inputs);
    });
  };

  return (
    <Popover opened onChange={onClose} trapFocus position="bottom-start">
      <Popover.Target>
        <MenuAnchor />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Inputs of past runs">
        <Runs address={address} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Runs({
  address: { orgId, projectId, taskId },
  onPick,
}: {
  address: TaskAddress;
  onPick: (run: RunSummary) => void;
}) {
  const query = useListRuns(orgId, projectId, { task_id: taskId, page_limit: 20 });
  if (query.isPending) {
    return (
      <div className={classes.history} role="status" aria-label="Loading past runs">
        {[80, 60, 70].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} m={12} />
        ))}
      </div>
    );
  }
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (query.data.results.length === 0) {
    return <p className={classes.historyEmpty}>No runs yet</p>;
  }
  return (
    <ul className={classes.history}>
      {query.data.results.map((run) => (
        <li key={run.id}>
          <UnstyledButton className={classes.historyItem} onClick={() => onPick(run)}>
            <span className="tl-truncate">{run.input_preview || 'No inputs'}</span>
            <RunStatusBadge status={run.status} />
            <small>
              <RelativeTime value={run.created_at} /> ·{' '}
              {run.revision === null ? 'draft' : `r${run.revision}`} · {run.caller.name}
            </small>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
