import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import {
  IconCopy,
  IconDots,
  IconHash,
  IconTemplate,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageActions } from '#console/modules/page-actions.ts';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import type { Task } from '#generated/model/index.ts';
import { useTaskActions } from '../use-task-actions.tsx';
import { useTaskMenu } from '../use-task-menu.tsx';

const SaveAsTemplate = lazy(() =>
  import('./save-as-template.tsx').then((m) => ({ default: m.SaveAsTemplate })),
);
const TaskWebhook = lazy(() =>
  import('./task-webhook.tsx').then((m) => ({ default: m.TaskWebhook })),
);
const icon = { size: 16, stroke: 1.5 } as const;

/** What else can be done with the open task. */
export function TaskActions({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const actions = useTaskActions();
  const navigate = useNavigate();
  const { create, remove } = actions.reasons;
  const org = usePermission({ level: 'organization', orgId: task.org_id }, 'edit');
  const more = useTaskMenu((moved) => navigate(paths.task(moved.project_id, moved.id)));
  const [saving, setSaving] = useState(false);
  const items = more.items(task);
  usePageActions(
    [
      { label: 'Duplicate', disabled: create, onClick: () => void actions.duplicate(task) },
      ...items,
    ]
      .filter(({ disabled }) => disabled === null || disabled === undefined)
      .map(({ label, onClick }) => ({
        label: `${label.replace('…', '')}: ${task.name}`,
        run: onClick,
      })),
  );
  const edit = usePermission(
    { level: 'task', orgId: task.org_id, projectId: task.project_id, id: task.id },
    'edit',
  );
  const [attaching, setAttaching] = useState(false);
  return (
    <>
      <Menu width={200} portalProps={{ target: 'main' }}>
        <Menu.Target>
          <ActionIcon aria-label="More actions" size="lg">
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            disabled={create !== null}
            title={create ?? undefined}
            onClick={() => actions.duplicate(task)}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTemplate {...icon} />}
            disabled={!org.allowed}
            title={org.reason ?? undefined}
            onClick={() => setSaving(true)}
          >
            Save as template
          </Menu.Item>
          {items.map(({ label, icon: mark, disabled, onClick }) => (
            <Menu.Item
              key={label}
              leftSection={mark}
              disabled={Boolean(disabled)}
              title={disabled ?? undefined}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconWebhook {...icon} />}
            disabled={!edit.allowed}
            title={edit.reason ?? undefined}
            onClick={() => setAttaching(true)}
          >
            Webhook
          </Menu.Item>
          <Menu.Item leftSection={<IconHash {...icon} />} onClick={() => actions.copyId(task)}>
            Copy id
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            disabled={remove !== null}
            title={remove ?? undefined}
            onClick={async () => {
              if (await actions.remove(task)) onDeleted();
            }}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {more.dialog}
      {attaching && (
        <Suspense>
          <TaskWebhook task={task} onClose={() => setAttaching(false)} />
        </Suspense>
      )}
      {saving && (
        <Suspense>
          <SaveAsTemplate task={task} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
