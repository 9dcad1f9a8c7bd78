import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { counted } from '#console/ui/display/counted.ts';
import { percent } from '#console/ui/display/percent.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDuration, RelativeTime } from '#console/ui/display/time.tsx';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { Task, TaskRevisionStats, TaskRevisionSummary } from '#generated/model/index.ts';
import { useEnvironmentMenu } from './environments/use-environment-menu.tsx';
import classes from './revision-list.module.css';
import type { useActivateRevision } from './use-activate-revision.tsx';
import { type Restore, useRestore } from './use-restore.ts';

interface RevisionItemProps {
  place: ItemPlace;
  task: Task;
  revision: TaskRevisionSummary;
  /** Whether it was just closed: focus then returns to it. */
  wasOpen: boolean;
  onOpen: () => void;
  onRestore: Restore;
  activation: ReturnType<typeof useActivateRevision>;
}

/** One revision in the timeline: note, author and run statistics. */
export function RevisionItem(props: RevisionItemProps) {
  const { place, task, revision, wasOpen, onOpen, onRestore, activation } = props;
  const { number, note, author, created_at, stats } = revision;
  const link = useRef<HTMLButtonElement>(null);
  useTakeFocus(link, wasOpen);
  const active = task.active_revision === number;
  const address = { orgId: task.org_id, projectId: task.project_id, id: task.id };
  const edit = usePermission({ level: 'task', ...address }, 'edit');
  const restore = useRestore(task, onRestore);
  const environments = useEnvironmentMenu(task, number, edit.reason);

  return (
    <li {...place} className={classes.item} data-active={active || undefined}>
      <span className={classes.knot} aria-hidden />
      <div className={classes.itemBody}>
        <div className={classes.itemHead}>
          <UnstyledButton ref={link} className={classes.itemLink} onClick={onOpen}>
            <span className="tl-mono">r{number}</span>
            <span className="tl-truncate">{note || 'No note'}</span>
          </UnstyledButton>
          {active && <StatusBadge tone="accent">Active</StatusBadge>}
          {task.environments
            .filter(({ revision: own }) => own === number)
            .map(({ name }) => (
              <StatusBadge key={name} tone="neutral">
                {name}
              </StatusBadge>
            ))}
        </div>
        <p className={classes.itemMeta}>
          {author.name} · <RelativeTime value={created_at} />
        </p>
        <p className={classes.itemMeta}>{describeStats(stats)}</p>
      </div>
      <div className={classes.itemActions}>
        {!active && (
          <Button
            size="xs"
            variant="default"
            className={`tl-on-hover ${classes.activate}`}
            onClick={() => activation.activate(number)}
            loading={activation.pending === number}
            disabled={!edit.allowed}
            title={edit.reason ?? undefined}
          >
            Set active
          </Button>
        )}
        <MenuButton
          actions={[
            { label: 'Open', onClick: onOpen },
            {
              label: 'Set active',
              disabled: active ? 'This revision is active' : edit.reason,
              onClick: () => void activation.activate(number),
            },
            {
              label: 'Restore as draft',
              disabled: edit.reason,
              onClick: () => void restore(number),
            },
            ...environments.actions,
          ]}
        >
          <ActionIcon aria-label={`Actions for revision ${number}`}>
            <IconDots />
          </ActionIcon>
        </MenuButton>
        {environments.dialog}
      </div>
    </li>
  );
}

function describeStats({
  runs,
  mean_cost,
  mean_latency_ms,
  valid_rate,
}: TaskRevisionStats): string {
  if (runs === 0) return 'Never run';
  const parts = [counted(runs, 'run')];
  if (mean_latency_ms !== null) parts.push(`${formatDuration(mean_latency_ms)} average`);
  parts.push(mean_cost === null ? 'cost unknown' : `${formatMicros(mean_cost)} per run`);
  if (valid_rate !== null) parts.push(`${percent(valid_rate * 100)}\u00a0valid`);
  return parts.join(' · ');
}
