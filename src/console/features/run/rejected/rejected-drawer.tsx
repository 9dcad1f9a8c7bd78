import { Anchor, Text } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import type { RejectedCallGroup } from '#generated/model/index.ts';
import { Drawer, Section } from '../drawer/drawer.tsx';
import classes from '../drawer/run-drawer.module.css';
import type { DrawerControls } from '../drawer/use-drawer-row.ts';
import { sourceLabel } from '../run-columns.tsx';
import { adviceOn } from './rejected-advice.ts';
import { reasonOf, targetOf, taskOf, wrongPart } from './rejected-labels.ts';

interface RejectedDrawerProps {
  group: RejectedCallGroup;
  controls: DrawerControls;
}

/** The details of a group of rejected calls: the errors, the caller, and what to do. */
export function RejectedDrawer({ group, controls }: RejectedDrawerProps) {
  return (
    <Drawer
      label={`Rejected calls: ${reasonOf(group.code)}`}
      title={
        <>
          <StatusBadge tone="warning">{group.status}</StatusBadge>
          <span className={classes.drawerTitle}>{reasonOf(group.code)}</span>
        </>
      }
      actions={<Actions group={group} />}
      controls={controls}
    >
      <div className={classes.drawerBody}>
        <RejectedFacts group={group} />
        <Section title="What to do">
          <Text size="sm">{adviceOn(group.code)}</Text>
          <Anchor size="sm" href={`/docs/errors#${group.code}`} target="_blank" rel="noreferrer">
            {group.code} in the docs
          </Anchor>
        </Section>
      </div>
    </Drawer>
  );
}

function Actions({ group }: { group: RejectedCallGroup }) {
  const { projectId } = useActiveProject();
  const { task_id, task_name, caller } = group;
  const runsOf = new URLSearchParams({ caller: caller.id });
  return (
    <>
      {task_id !== null && task_name !== null && (
        <LinkButton size="xs" variant="default" to={`${paths.task(projectId, task_id)}?tab=api`}>
          View API
        </LinkButton>
      )}
      <LinkButton size="xs" variant="default" to={`${paths.runs(projectId)}?${runsOf}`}>
        Runs of this caller
      </LinkButton>
      {caller.type === 'api_key' && (
        <LinkButton size="xs" variant="default" to={paths.apiKeys(projectId)}>
          API keys
        </LinkButton>
      )}
    </>
  );
}

function RejectedFacts({ group }: { group: RejectedCallGroup }) {
  const { projectId } = useActiveProject();
  const { task_id, task_name, pointers, caller } = group;
  return (
    <Facts padded>
      <Fact label="Calls">{group.calls.toLocaleString('en-US')}</Fact>
      <Fact label="First">{formatDateTime(group.first_at)}</Fact>
      <Fact label="Last">{formatDateTime(group.last_at)}</Fact>
      <Fact label="Task">
        {task_id !== null && task_name !== null ? (
          <Anchor component={Link} size="sm" to={paths.task(projectId, task_id)}>
            {task_name}
          </Anchor>
        ) : (
          taskOf(group)
        )}
      </Fact>
      <Fact label="Revision">
        <span className="tl-mono">{targetOf(group)}</span>
      </Fact>
      <Fact label="Source">{sourceLabel(group.source)}</Fact>
      <Fact label="Caller">{callerLabel(caller)}</Fact>
      {pointers.length > 0 && (
        <Fact label="Details" wide>
          <span className="tl-mono">{pointers.map(wrongPart).join(', ')}</span>
        </Fact>
      )}
      {task_name === null && task_id !== null && (
        <Id label="Task ID" what="task ID" value={task_id} />
      )}
      <Id label="Last request ID" what="request ID" value={group.last_request_id} />
    </Facts>
  );
}

function Id({ label, what, value }: { label: string; what: string; value: string }) {
  return (
    <Fact label={label} wide>
      <span className="tl-mono">{value}</span>
      <CopyButton value={value} what={what} size="sm" />
    </Fact>
  );
}
