import { ActionIcon } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconHash,
  IconShare,
  IconTemplate,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageActions } from '#console/modules/page-actions.ts';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { MENU_WIDTH, type MenuAction } from '#console/ui/menu/menu-action.ts';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';
import type { Task } from '#generated/model/index.ts';
import { useTaskActions } from '../../use-task-actions.tsx';
import { useTaskMenu } from '../../use-task-menu.tsx';

const SaveAsTemplate = onDemand(() => import('./save-as-template.tsx'), 'SaveAsTemplate');
const TaskWebhook = onDemand(() => import('./task-webhook.tsx'), 'TaskWebhook');
const ShareDialog = onDemand(
  () => import('#console/modules/sharing/share-dialog.tsx'),
  'ShareDialog',
);
const loadMenu = () => import('#console/ui/menu/point-menu.tsx');
const PointMenu = onDemand(loadMenu, 'PointMenu');
/** The menu of further actions on the open task. */
export function TaskActions({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const actions = useTaskActions();
  const navigate = useNavigate();
  const { create, remove } = actions.reasons;
  // Loaded when the pointer or focus reaches the button: only the menu needs it.
  const [near, setNear] = useState(false);
  const org = usePermission({ level: 'organization', orgId: task.org_id }, 'edit', near);
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
  const share = usePermission(
    { level: 'task', orgId: task.org_id, projectId: task.project_id, id: task.id },
    'share',
  );
  const [attaching, setAttaching] = useState(false);
  const [sharing, setSharing] = useState(false);
  useIdleLoad(loadMenu);
  const menu = useDisclosure('menu');
  const button = useRef<HTMLButtonElement>(null);
  const { right = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {};
  const entries: MenuAction[] = [
    {
      label: 'Share…',
      icon: <IconShare />,
      disabled: share.reason,
      onClick: () => setSharing(true),
    },
    {
      label: 'Duplicate',
      icon: <IconCopy />,
      disabled: create,
      onClick: () => void actions.duplicate(task),
    },
    {
      label: 'Save as template…',
      icon: <IconTemplate />,
      disabled: org.reason,
      onClick: () => setSaving(true),
    },
    ...items,
    {
      label: 'Webhook…',
      icon: <IconWebhook />,
      disabled: edit.reason,
      onClick: () => setAttaching(true),
    },
    {
      label: 'Copy ID',
      icon: <IconHash />,
      onClick: () => void actions.copyId(task),
    },
    {
      label: 'Delete',
      icon: <IconTrash />,
      danger: true,
      disabled: remove,
      onClick: async () => {
        if (await actions.remove(task)) onDeleted();
      },
    },
  ];
  return (
    <>
      <ActionIcon
        ref={button}
        aria-label="More actions"
        size="lg"
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        {...menu.button}
      >
        <IconDots />
      </ActionIcon>
      {menu.opened && (
        <PointMenu
          at={{ x: right - MENU_WIDTH, y: bottom }}
          label="More actions"
          actions={entries}
          onClose={menu.close}
        />
      )}
      {more.dialog}
      {sharing && (
        <ShareDialog
          target={{
            type: 'task',
            id: task.id,
            orgId: task.org_id,
            projectId: task.project_id,
          }}
          name={task.name}
          onClosed={() => setSharing(false)}
        />
      )}
      {attaching && <TaskWebhook task={task} onClose={() => setAttaching(false)} />}
      {saving && <SaveAsTemplate task={task} onClose={() => setSaving(false)} />}
    </>
  );
}
