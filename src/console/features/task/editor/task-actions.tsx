import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconCopy, IconDots, IconHash, IconTemplate, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import type { Task } from '#generated/model/index.ts';
import { useTaskActions } from '../use-task-actions.ts';

const SaveAsTemplate = lazy(() =>
  import('./save-as-template.tsx').then((m) => ({ default: m.SaveAsTemplate })),
);
const icon = { size: 16, stroke: 1.5 } as const;

/** What else can be done with the open task. */
export function TaskActions({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const actions = useTaskActions();
  const { create, remove } = actions.reasons;
  const org = usePermission({ level: 'organization', orgId: task.org_id }, 'edit');
  const [saving, setSaving] = useState(false);
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
      {saving && (
        <Suspense>
          <SaveAsTemplate task={task} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
