import {
  IconArchive,
  IconArchiveOff,
  IconArrowRight,
  IconDownload,
  IconTags,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import type { Task } from '#generated/model/index.ts';
import { useTaskActions } from './use-task-actions.tsx';

const TagsDialog = onDemand(() => import('./dialogs/tags-dialog.tsx'), 'TagsDialog');
const MoveTask = onDemand(() => import('./dialogs/move-dialog.tsx'), 'MoveTask');
/**
 * Task menu items shared by the list and the editor: tags, move, archive, export.
 * @param onMoved called with the task after it moved to another project
 */
export function useTaskMenu(onMoved?: (task: Task) => void): {
  items: (task: Task) => MenuAction[];
  /** Must be rendered on the page. */
  dialog: ReactNode;
} {
  const { reasons, archive, exportFile } = useTaskActions();
  const [opened, setOpened] = useState<{ what: 'tags' | 'move'; task: Task } | null>(null);
  const close = () => setOpened(null);

  const items = (task: Task): MenuAction[] => [
    {
      label: 'Edit tags…',
      icon: <IconTags />,
      disabled: reasons.edit,
      onClick: () => setOpened({ what: 'tags', task }),
    },
    {
      label: 'Move to project…',
      icon: <IconArrowRight />,
      disabled: reasons.move,
      onClick: () => setOpened({ what: 'move', task }),
    },
    {
      label: 'Export task',
      icon: <IconDownload />,
      onClick: () => void exportFile(task),
    },
    {
      ...(task.archived_at === null
        ? { label: 'Archive', icon: <IconArchive /> }
        : { label: 'Unarchive', icon: <IconArchiveOff /> }),
      disabled: reasons.edit,
      onClick: () => void archive(task, task.archived_at === null),
    },
  ];
  return {
    items,
    dialog:
      opened?.what === 'tags' ? (
        <TagsDialog task={opened.task} onClose={close} />
      ) : (
        opened && <MoveTask task={opened.task} onClose={close} onMoved={onMoved} />
      ),
  };
}
