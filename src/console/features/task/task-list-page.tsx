import { Button, Group } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconCopy,
  IconExternalLink,
  IconHash,
  IconPencil,
  IconPlus,
  IconTerminal2,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { NoMatches } from '#console/ui/feedback/no-matches.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { prefetchPage } from '#console/ui/navigation/prefetch.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf, onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { getGetTaskDraftQueryOptions, useListTaskTags } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { CardSkeletons } from './list/card-skeletons.tsx';
import { ListToolbar, type ListView } from './list/list-toolbar.tsx';
import { taskColumns } from './list/task-columns.tsx';
import { useTaskList } from './list/use-task-list.ts';
import { useTaskActions } from './use-task-actions.tsx';
import { useTaskMenu } from './use-task-menu.tsx';

// Most people use the table; the cards bring their own virtual list, so they load on demand.
const TaskCards = lazyOf(() => import('./list/task-cards.tsx'), 'TaskCards');
const NewTaskModal = onDemand(() => import('./new-task/new-task-modal.tsx'), 'NewTaskModal');
const ImportDialog = onDemand(() => import('./dialogs/import-dialog.tsx'), 'ImportDialog');

/** `/projects/:projectId/tasks` */
export function TaskListPage() {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const list = useTaskList();
  const actions = useTaskActions();
  const prefetch = useTaskPrefetch();
  const [creating, setCreating] = useState(false);
  // A link can ask for the dialog. The parameter is replaced, so that Back doesn't open it again.
  const [wanted, setWanted] = useQueryParam('new');
  const [described, setDescribed] = useQueryParam('describe');
  const [description, setDescription] = useState('');
  useEffect(() => {
    if (wanted === null) return;
    setDescription(described ?? '');
    setDescribed(null);
    setWanted(null);
    setCreating(true);
  }, [wanted, setWanted, described, setDescribed]);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [view, setView] = useLocalStorage<ListView>({
    key: 'task-list-view',
    defaultValue: 'table',
    getInitialValueInEffect: false,
  });
  const mayCreate = actions.reasons.create === null;
  useShortcut('C', 'Create task', () => mayCreate && setCreating(true));

  const tags = useListTaskTags(orgId, projectId, { query: { meta: { silent: true } } });
  const more = useTaskMenu();
  const [importing, setImporting] = useState(false);

  const { reasons } = actions;
  const menu = (task: Task): MenuAction[] => [
    {
      label: 'Open',
      icon: <IconExternalLink />,
      onClick: () => navigate(paths.task(projectId, task.id)),
    },
    {
      label: 'Rename',
      icon: <IconPencil />,
      disabled: reasons.edit,
      onClick: () => setRenaming(task.id),
    },
    {
      label: 'Duplicate',
      icon: <IconCopy />,
      disabled: reasons.create,
      onClick: () => void actions.duplicate(task),
    },
    ...more.items(task),
    { label: 'Copy ID', icon: <IconHash />, onClick: () => void actions.copyId(task) },
    {
      label: 'Delete',
      icon: <IconTrash />,
      danger: true,
      disabled: reasons.remove,
      onClick: () => void actions.remove(task),
    },
  ];
  const importButton = (
    <Button
      variant="default"
      disabled={!mayCreate}
      title={reasons.create ?? undefined}
      leftSection={<IconUpload />}
      onClick={() => setImporting(true)}
    >
      Import task
    </Button>
  );
  const newButton = (
    <Permitted on={{ level: 'project', orgId, projectId }} name="create_task">
      <Button leftSection={<IconPlus />} onClick={() => setCreating(true)}>
        Create task
      </Button>
    </Permitted>
  );
  const create = (
    <Group gap="xs">
      {importButton}
      {newButton}
    </Group>
  );
  // An empty project has nothing to search or sort, and the empty state has the buttons.
  const bare =
    !list.query.isPending && !list.query.error && !list.isFiltered && list.tasks.length === 0;
  const endRename = () => setRenaming(null);
  const empty = (
    <NoTasks
      search={list.search}
      filter={list.archived ? 'archived' : list.tag === null ? null : 'tag'}
      onClear={list.clear}
      create={newButton}
      other={importButton}
    />
  );
  const shared = { query: list.query, menu, onHover: prefetch, empty };

  return (
    <Page title="Tasks" actions={!bare && create} fill>
      {!bare && (
        <ListToolbar list={list} tags={tags.data?.results ?? []} view={view} onView={setView} />
      )}
      {view === 'table' ? (
        <DataTable
          {...shared}
          label="Tasks"
          columns={taskColumns({ id: renaming, save: actions.rename, end: endRename })}
          rows={list.tasks}
          href={(task) => (renaming === task.id ? undefined : paths.task(projectId, task.id))}
          sort={{ value: list.sort, onChange: list.setSort }}
        />
      ) : (
        <Suspense fallback={<CardSkeletons />}>
          <TaskCards
            {...shared}
            tasks={list.tasks}
            renaming={renaming}
            onRename={actions.rename}
            onRenamed={endRename}
          />
        </Suspense>
      )}
      {more.dialog}
      {importing && <ImportDialog {...{ orgId, projectId }} onClose={() => setImporting(false)} />}
      {creating && (
        <NewTaskModal
          description={description}
          onClose={() => {
            setCreating(false);
            setDescription('');
          }}
        />
      )}
    </Page>
  );
}

interface NoTasksProps {
  /** The search text; empty when there is none. */
  search: string;
  /** The active filter, if any. */
  filter: 'archived' | 'tag' | null;
  onClear: () => void;
  create: ReactNode;
  /** A secondary way to get a first task. */
  other: ReactNode;
}

/** The empty state of the task list, with or without filters. */
function NoTasks({ search, filter, onClear, create, other }: NoTasksProps) {
  if (search !== '' || filter !== null)
    return (
      <NoMatches
        noun="tasks"
        search={search}
        filtered={filter === 'archived' ? 'No archived tasks' : 'No tasks with this tag'}
        onClear={onClear}
      />
    );
  return (
    <EmptyState
      icon={<IconTerminal2 />}
      title="No tasks yet"
      action={create}
      link={
        <>
          {other}
          <Button component="a" variant="subtle" href="/docs" target="_blank" rel="noreferrer">
            API reference
          </Button>
        </>
      }
    >
      Describe what you need. Taskloom writes the prompts; you test them here and call the task from
      your code.
    </EmptyState>
  );
}

/** Ignores pointers that only pass over a row. */
const REST_MS = 80;

/** Prefetches the editor's code and the task's draft. Call it when the pointer enters a row. */
function useTaskPrefetch(): (task: Task) => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ org_id, project_id, id }: Task) => {
      prefetchPage(paths.task(project_id, id));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        void queryClient.prefetchQuery(getGetTaskDraftQueryOptions(org_id, project_id, id));
      }, REST_MS);
    },
    [queryClient],
  );
}
