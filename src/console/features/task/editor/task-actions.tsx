import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconCopy, IconDots, IconHash, IconTrash } from '@tabler/icons-react';
import type { Task } from '#generated/model/index.ts';
import { useTaskActions } from '../use-task-actions.ts';

const icon = { size: 16, stroke: 1.5 } as const;

/** What else can be done with the open task. */
export function TaskActions({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const actions = useTaskActions();
  const { create, remove } = actions.reasons;
  return (
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
  );
}
