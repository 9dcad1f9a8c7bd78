import { ActionIcon, Anchor, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { paths } from '#console/modules/paths.ts';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import type { RejectedCallGroup } from '#generated/model/index.ts';
import classes from '../drawer/run-drawer.module.css';
import { useDrawerKeys } from '../drawer/use-drawer-keys.ts';
import { sourceLabel } from '../run-columns.tsx';
import { adviceOn } from './rejected-advice.ts';
import { reasonOf, targetOf, taskOf, wrongPart } from './rejected-labels.ts';

interface RejectedDrawerProps {
  group: RejectedCallGroup;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The details of a group of rejected calls: the errors, the caller, and what to do. */
export function RejectedDrawer({ group, onClose, onPrevious, onNext }: RejectedDrawerProps) {
  const panel = useRef<HTMLDivElement>(null);
  useDrawerKeys({ onClose, onPrevious, onNext });
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={panel}
      className={classes.drawer}
      role="dialog"
      aria-label={`Rejected calls: ${reasonOf(group.code)}`}
      tabIndex={-1}
    >
      <header className={classes.drawerHead}>
        <StatusBadge tone="warning">{group.status}</StatusBadge>
        <span className={classes.drawerTitle}>{reasonOf(group.code)}</span>
        <div className={classes.drawerNav}>
          <Nav label="Previous (K)" onClick={onPrevious} icon={<IconChevronUp />} />
          <Nav label="Next (J)" onClick={onNext} icon={<IconChevronDown />} />
          <Nav label="Close (Esc)" onClick={onClose} icon={<IconX />} />
        </div>
      </header>
      <Actions group={group} />
      <div className={classes.drawerBody}>
        <RejectedFacts group={group} />
        <section className={classes.section}>
          <div className={classes.sectionHead}>
            <h2>What to do</h2>
          </div>
          <Text size="sm">{adviceOn(group.code)}</Text>
          <Anchor size="sm" href={`/docs/errors#${group.code}`} target="_blank" rel="noreferrer">
            {group.code} in the docs
          </Anchor>
        </section>
      </div>
    </div>
  );
}

function Nav(props: { label: string; onClick: (() => void) | undefined; icon: React.ReactNode }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon aria-label={props.label} disabled={!props.onClick} onClick={props.onClick}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  );
}

function Actions({ group }: { group: RejectedCallGroup }) {
  const { projectId } = useActiveProject();
  const { task_id, task_name, caller } = group;
  const runsOf = new URLSearchParams({ caller: caller.id });
  return (
    <div className={classes.drawerActions}>
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
    </div>
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
