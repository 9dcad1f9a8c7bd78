import { Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { flatten } from '#console/api/query/paging.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { useShortcut } from '../shortcuts/use-shortcut.ts';
import { EditButton, useEditPermission } from './edit-button.tsx';

type Table<T> = ComponentProps<typeof DataTable<T>>;

interface EditedListPageProps<T>
  extends Pick<Table<T>, 'columns' | 'href' | 'menu'>,
    Pick<ComponentProps<typeof Page>, 'crumbs'> {
  title: string;
  area?: string;
  /** One of the things that are listed: `webhook`. */
  noun: string;
  icon: ReactNode;
  /** What they are for, in one sentence. */
  about: string;
  query: ListQuery & { data: Parameters<typeof flatten<T>>[0] };
  /** Only editors of the project may see the list. */
  isSecret?: boolean;
  CreateDialog: ComponentType<{ onClosed: () => void }>;
  /** The other dialogs. */
  children?: ReactNode;
}

/** A page with a list that editors of the project can add to. */
export function EditedListPage<T>(props: EditedListPageProps<T>) {
  const { title, area = 'Settings', noun, icon, about, query, isSecret, CreateDialog } = props;
  const { allowed, reason } = useEditPermission();
  const [creating, setCreating] = useState(false);
  const label = `Create ${noun}`;
  const create = () => allowed && setCreating(true);
  useShortcut('C', label, create);
  const button = (
    <EditButton leftSection={<IconPlus />} onClick={create}>
      {label}
    </EditButton>
  );
  const empty = (
    <EmptyState
      icon={icon}
      title={`No ${noun}s yet`}
      action={
        <Button variant="default" onClick={create} disabled={!allowed}>
          {label}
        </Button>
      }
    >
      {about}
    </EmptyState>
  );

  return (
    <Page title={title} area={area} crumbs={props.crumbs} actions={button} fill>
      {isSecret && !allowed ? (
        <EmptyState icon={<IconLock />} title={`You can't view ${title}`}>
          {reason}
        </EmptyState>
      ) : (
        <DataTable
          label={title}
          columns={props.columns}
          rows={flatten(query.data)}
          query={query}
          href={props.href}
          menu={props.menu}
          empty={empty}
        />
      )}
      {props.children}
      {creating && <CreateDialog onClosed={() => setCreating(false)} />}
    </Page>
  );
}
