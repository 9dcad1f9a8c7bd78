import { Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { flatten } from '#console/api/query/paging.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { EditButton, useEditPermission } from '../people/edit-button.tsx';
import { useShortcut } from '../shortcuts/use-shortcut.ts';

type Table<T> = ComponentProps<typeof DataTable<T>>;

interface ProjectListPageProps<T>
  extends Pick<Table<T>, 'columns' | 'href' | 'menu'>,
    Pick<ComponentProps<typeof Page>, 'crumbs'> {
  /** The page's heading: `API keys`. Also ends the sentence “You can't view …”, so it keeps its capital letter there. */
  title: string;
  /** The part of the console that the page belongs to; `Settings` by default. */
  area?: string;
  /** The singular of what is listed: `webhook`. Used in `Create webhook` and `No webhooks yet`. */
  noun: string;
  /** Shown above “No webhooks yet”. */
  icon: ReactNode;
  /** The purpose of what is listed, in one sentence, for an empty list. */
  about: string;
  /** All pages loaded so far. */
  query: ListQuery & { data: Parameters<typeof flatten<T>>[0] };
  /** Hides the list from people who can't edit the project. */
  isSecret?: boolean;
  /** Rendered when someone chooses to create an entry. */
  CreateDialog: ComponentType<{ onClosed: () => void }>;
  /** The page's other dialogs. */
  children?: ReactNode;
}

/** A page that lists a project's things of one kind, such as its webhooks. Editors of the project can create more. */
export function ProjectListPage<T>(props: ProjectListPageProps<T>) {
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
