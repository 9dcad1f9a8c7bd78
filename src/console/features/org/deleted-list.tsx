import { Button, Group, Stack, Text } from '@mantine/core';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import classes from './org-list.module.css';

/** Something that was deleted and can be restored. */
export interface DeletedItem {
  id: string;
  name: string;
  deleted_at: string;
  deleted_by_name: string;
  erased_at: string;
}

interface DeletedListProps {
  what: 'project' | 'organisation';
  items: readonly DeletedItem[];
  /** What is erased with it. */
  contents: string;
  onRestore: (item: DeletedItem) => Promise<unknown>;
  onErase: (item: DeletedItem) => Promise<unknown>;
}

/** What was deleted, with buttons to restore it, or to erase it for good. */
export function DeletedList({ what, items, contents, onRestore, onErase }: DeletedListProps) {
  const confirm = useConfirm();
  const erase = async (item: DeletedItem) => {
    await confirm({
      title: `Erase ${item.name} for good?`,
      body: `${contents} are erased now instead of at the end of the 30 days. This can't be undone.`,
      confirmLabel: `Erase ${what}`,
      danger: true,
      typeName: item.name,
      action: () => onErase(item),
    });
  };
  return (
    <>
      <Text c="dimmed">
        {what === 'project' ? 'Projects' : 'Organisations'} are erased 30 days after their deletion.
        Until then, they can be restored with everything in them.
      </Text>
      <ul className={classes.list} aria-label={`Deleted ${what}s`}>
        {items.map((item) => (
          <li key={item.id} className={classes.item}>
            <Stack gap={2} className={classes.grow}>
              <Text fw={500} className="tl-truncate">
                {item.name}
              </Text>
              <Text size="sm" c="dimmed">
                Deleted <RelativeTime value={item.deleted_at} /> by {item.deleted_by_name} · erased{' '}
                <RelativeTime value={item.erased_at} />
              </Text>
            </Stack>
            <Group gap="xs" wrap="nowrap">
              <ActionButton
                variant="default"
                onClick={() => attempt(() => onRestore(item))}
                aria-label={`Restore ${item.name}`}
              >
                Restore
              </ActionButton>
              <Button
                variant="subtle"
                color="red"
                onClick={() => void erase(item)}
                aria-label={`Erase ${item.name}`}
              >
                Erase
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </>
  );
}
