import { IconFiles, IconLogout, IconMessages, IconSparkles, IconUsers } from '@tabler/icons-react';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { levelLabel } from '#console/modules/sharing/level-words.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { Page } from '#console/ui/page/page.tsx';
import { timeColumn } from '#console/ui/table/columns.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { leaveSharedThing, useListSharedThingsInfinite } from '#generated/api/share/share.ts';
import type { SharedThing } from '#generated/model/index.ts';
import classes from './share.module.css';

const ICONS = { task: IconSparkles, collection: IconFiles, chat: IconMessages };

const columns: readonly Column<SharedThing>[] = [
  {
    header: 'Name',
    width: 'minmax(200px, 2fr)',
    cell: ({ type, name }) => {
      const Icon = ICONS[type];
      return (
        <span className={classes.name}>
          <Icon size={16} aria-label={type} />
          <span className="tl-truncate">{name}</span>
        </span>
      );
    },
  },
  {
    header: 'Project',
    width: 'minmax(140px, 1fr)',
    cell: ({ org, project }) => `${org.name} / ${project.name}`,
  },
  {
    header: 'Access',
    width: '120px',
    cell: ({ type, level }) => levelLabel(type, level),
  },
  {
    header: 'Shared by',
    width: 'minmax(120px, 1fr)',
    cell: ({ shared_by }) => shared_by.name,
  },
  timeColumn('Shared', ({ shared_at }) => shared_at, { width: '120px' }),
];

/** `/shared`: what is shared with the person, one by one, in any organisation. */
export function SharedPage() {
  const things = useListSharedThingsInfinite(undefined, {
    query: { ...paged, refetchOnMount: 'always' },
  });
  const confirm = useConfirm();
  const leave = async (thing: SharedThing) => {
    await confirm({
      title: `Remove ${thing.name}?`,
      body: 'You lose access to it. Whoever shared it can share it again.',
      confirmLabel: 'Remove',
      danger: true,
      action: async () => {
        await mutate(leaveSharedThing, thing.id);
        return things.refetch();
      },
      success: `${thing.name} is no longer shared with you`,
    });
  };
  return (
    <Page title="Shared with me" area="Shared with me" fill>
      <DataTable
        label="Shared with me"
        columns={columns}
        rows={flatten(things.data)}
        query={things}
        href={paths.sharedThing}
        menu={(thing) => [
          {
            label: 'Remove…',
            icon: <IconLogout />,
            danger: true,
            onClick: () => void leave(thing),
          },
        ]}
        empty={
          <EmptyState icon={<IconUsers />} title="Nothing is shared with you">
            Tasks, collections and chats that others share with you appear here.
          </EmptyState>
        }
      />
    </Page>
  );
}
