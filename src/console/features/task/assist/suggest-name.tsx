import { Box, Loader, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useReturnFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '#console/ui/menu/menu-anchor.tsx';
import { MenuActions } from '#console/ui/menu/menu-items.tsx';
import type { Task } from '#generated/model/index.ts';
import { useEditor } from '../editor/editor-context.tsx';
import { renameTask } from '../task-mutations.ts';
import { AssistStatus } from './assist-status.tsx';
import { useAssist } from './use-assist.ts';

interface SuggestNameProps {
  task: Task;
  onClose: () => void;
}

/** A menu of suggested names for the open task. It opens as soon as it renders. */
export function SuggestName({ task, onClose }: SuggestNameProps) {
  useReturnFocus();
  const { draft } = useEditor();
  const queryClient = useQueryClient();
  const assist = useAssist();
  const { ask } = assist;
  const names =
    assist.response?.result.helper === 'suggest_names' ? assist.response.result.names : [];

  useEffect(() => {
    void ask({ helper: 'suggest_names', definition: draft.store.getState().content });
  }, [ask, draft]);

  const rename = async (name: string) => {
    const before = task.name;
    const renameTo = (to: string) =>
      attempt(() => renameTask(queryClient, task, to), 'task.update');
    if (await renameTo(name)) toast.undo(`Renamed to ${name}`, () => void renameTo(before));
  };

  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={300}
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <MenuAnchor />
      </Menu.Target>
      <Menu.Dropdown aria-label="Suggested names">
        <Menu.Label>Suggested names</Menu.Label>
        {assist.status === 'running' && (
          <Menu.Item disabled leftSection={<Loader size={14} />}>
            Thinking…
          </Menu.Item>
        )}
        <MenuActions
          actions={names.map((name) => ({
            label: name,
            disabled: name === task.name ? 'This is the current name.' : null,
            onClick: () => void rename(name),
          }))}
        />
        <Box px={10} py={6}>
          <AssistStatus state={assist} quiet />
        </Box>
      </Menu.Dropdown>
    </Menu>
  );
}
