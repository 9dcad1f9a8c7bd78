import { Button, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { SaveAsCase } from '#console/modules/evaluation/save-as-case.tsx';
import { paths } from '#console/modules/paths.ts';
import { CopyCurl } from '#console/modules/run/copy-curl.tsx';
import { RunStatusBadge } from '#console/modules/run/result/run-status.tsx';
import { useWatchedRun, type WatchedRun } from '#console/modules/run/stream/use-watched-run.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { isFinal, isFullRun } from '#core/run/run-progress.ts';
import type { RunSummary } from '#generated/model/index.ts';
import { blockedReason, chatOf, editorWithInputs, useRunActions } from '../use-run-actions.tsx';
import { Drawer } from './drawer.tsx';
import classes from './run-drawer.module.css';
import { RunDrawerBody } from './run-drawer-body.tsx';
import type { DrawerControls } from './use-drawer-row.ts';

interface RunDrawerProps {
  runId: string;
  /** The list's summary, shown until the full run has loaded. */
  summary: RunSummary | undefined;
  controls: DrawerControls;
  /** Opens another run, such as a re-run of this one. */
  onOpen: (runId: string) => void;
}

/** One run beside the list: facts, output and trace, live while it is in progress. */
export function RunDrawer({ runId, summary, controls, onOpen }: RunDrawerProps) {
  const { at, projectId } = useActiveProject();
  const watched = useWatchedRun(...at, runId);
  const run = watched.progress.run ?? summary;
  return (
    <Drawer
      label={run ? `Run of ${run.task_name}` : 'Run'}
      what=" run"
      title={
        run && (
          <>
            <RunStatusBadge status={watched.progress.status ?? run.status} />
            <Title run={run} projectId={projectId} />
          </>
        )
      }
      actions={run && <Actions run={run} watched={watched} onOpen={onOpen} />}
      controls={controls}
    >
      <RunDrawerBody summary={summary} watched={watched} />
    </Drawer>
  );
}

/** What was run, with a link to it. */
function Title({ run, projectId }: { run: RunSummary; projectId: string }) {
  const chatId = chatOf(run);
  const name = run.task_name || (chatId === null ? run.task_id : 'Chat');
  if (chatId === null && blockedReason(run) !== null)
    return <span className={classes.drawerTitle}>{name}</span>;
  const to = chatId === null ? paths.task(projectId, run.task_id) : paths.chat(projectId, chatId);
  return (
    <Link to={to} className={classes.drawerTitle}>
      {name}
    </Link>
  );
}

interface ActionsProps {
  run: RunSummary;
  watched: WatchedRun;
  onOpen: (runId: string) => void;
}

function Actions({ run, watched, onOpen }: ActionsProps) {
  const { orgId, projectId } = useActiveProject();
  const chatId = chatOf(run);
  const { rerun, rerunBlocked } = useRunActions();
  const blocked = rerunBlocked(run);
  const isElsewhere = blockedReason(run) !== null;
  const { progress } = watched;
  const over = isFinal(progress.status ?? run.status);
  const stop = () => attempt(watched.stop);
  return (
    <>
      {!over && (
        <Button
          size="xs"
          variant="default"
          color="red"
          onClick={stop}
          loading={watched.stopping}
          leftSection={<IconPlayerStopFilled />}
        >
          Cancel run
        </Button>
      )}
      {chatId !== null && (
        <LinkButton size="xs" variant="default" to={paths.chat(projectId, chatId)}>
          Open chat
        </LinkButton>
      )}
      {isElsewhere && (
        <Text size="sm" c="dimmed">
          {blockedReason(run)}
        </Text>
      )}
      {!isElsewhere && (
        <LinkButton size="xs" variant="default" to={editorWithInputs(run)}>
          Open in editor
        </LinkButton>
      )}
      {over && !isElsewhere && (
        <Tooltip
          label={blocked ?? 'Runs the current draft with the same inputs'}
          disabled={run.revision !== null}
        >
          {/* The span catches pointer events, which a disabled button doesn't fire. */}
          <span>
            <Button
              size="xs"
              variant="default"
              loading={rerun.isPending}
              disabled={blocked !== null}
              onClick={() => rerun.mutate(run, { onSuccess: (started) => onOpen(started.id) })}
            >
              Run again
            </Button>
          </span>
        </Tooltip>
      )}
      {!isElsewhere && isFullRun(progress.run) && (
        <>
          {progress.run.status === 'succeeded' && <SaveAsCase run={progress.run} orgId={orgId} />}
          <CopyCurl run={progress.run} orgId={orgId} />
        </>
      )}
    </>
  );
}
