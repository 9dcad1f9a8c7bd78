import { Button } from '@mantine/core';
import { IconFile, IconFolder, IconFolderOff, IconLock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { shouldRetry } from '#console/api/query/query-client.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { formatBytes } from '#console/modules/upload/bytes.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { useBrowseDatasourceInfinite } from '#generated/api/datasource/datasource.ts';
import type { Datasource, DatasourceFile } from '#generated/model/index.ts';
import detail from './detail.module.css';

const PAGE = 100;

const COLUMNS: readonly Column<DatasourceFile>[] = [
  {
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ name, is_folder }) => (
      <span className={detail.file}>
        {is_folder ? <IconFolder aria-label="Folder" /> : <IconFile aria-label="File" />}
        <span className="tl-truncate" title={name}>
          {name}
        </span>
      </span>
    ),
  },
  {
    header: 'Size',
    width: '96px',
    align: 'right',
    cell: ({ size }) => (size === null ? '' : formatBytes(size)),
  },
  {
    header: 'Changed',
    width: '120px',
    hideBelow: 'sm',
    cell: ({ modified_at }) => <RelativeTime value={modified_at} fallback="" />,
  },
];

interface SourceFilesProps {
  collectionId: string;
  source: Datasource;
  onCredentials: () => void;
  onConnect: () => void;
}

/** The current files and folders of a source, fetched live. */
export function SourceFiles({ collectionId, source, onCredentials, onConnect }: SourceFilesProps) {
  const { orgId, projectId } = useActiveProject();
  const { allowed, reason } = useEditPermission();
  const [path, setPath] = useQueryParam('folder');
  const folders = useMemo(() => readPath(path), [path]);
  const folder = folders.at(-1);
  const query = useBrowseDatasourceInfinite(
    orgId,
    projectId,
    collectionId,
    source.id,
    { page_limit: PAGE, ...(folder && { folder: folder.id }) },
    {
      query: {
        ...paged,
        refetchOnMount: 'always',
        enabled: allowed,
        // Not retried: wrong credentials stay wrong, and some services lock accounts after repeated failures.
        retry: (failures, error) => !isApiError(error, 401) && shouldRetry(failures, error),
        meta: { area: 'datasource.files' },
      },
    },
  );
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const open = (to: readonly Folder[]) => setPath(to.length ? writePath(to) : null, { push: true });

  if (!allowed) return <EmptyState icon={<IconLock />} title={reason ?? ''} />;
  if (isApiError(query.error, 401) && query.error.code === 'datasource_unauthorized') {
    const isDrive = source.config.kind === 'google_drive';
    return (
      <div role="alert">
        <EmptyState
          icon={<IconLock />}
          title={messageOf(query.error, 'datasource.files')}
          action={
            <Button onClick={isDrive ? onConnect : onCredentials}>
              {isDrive ? 'Connect Google Drive' : 'Replace credentials'}
            </Button>
          }
          link={
            <Button variant="default" onClick={() => query.refetch()}>
              Retry
            </Button>
          }
        >
          {reasonOf(messageOf(query.error))}
        </EmptyState>
      </div>
    );
  }
  return (
    <section className={detail.files} aria-label="Files">
      <nav aria-label="Folder">
        <ol className={detail.crumbs}>
          <li>
            <button type="button" className={detail.crumb} onClick={() => open([])}>
              All files
            </button>
          </li>
          {folders.map(({ id, name }, at) => (
            <li key={id}>
              <button
                type="button"
                className={detail.crumb}
                aria-current={at === folders.length - 1 ? 'location' : undefined}
                onClick={() => open(folders.slice(0, at + 1))}
              >
                {name}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <div className={detail.table}>
        <DataTable
          key={folder?.id}
          label="Files"
          columns={COLUMNS}
          rows={rows}
          query={query}
          onOpen={({ id, name }) => open([...folders, { id, name }])}
          canOpen={({ is_folder }) => is_folder}
          empty={
            <EmptyState
              icon={<IconFolderOff />}
              title={folder ? 'The folder is empty' : 'There are no files'}
            />
          }
        />
      </div>
    </section>
  );
}

interface Folder {
  id: string;
  name: string;
}

/** Folders from the outermost, in the URL: IDs and names, each encoded. */
function writePath(folders: readonly Folder[]): string {
  return folders.map(({ id, name }) => [id, name].map(encodeURIComponent).join(':')).join('/');
}

function readPath(path: string | null): Folder[] {
  try {
    return (path ?? '')
      .split('/')
      .filter(Boolean)
      .map((part) => {
        const [id = '', name = id] = part.split(':').map(decodeURIComponent);
        return { id, name };
      });
  } catch {
    // Somebody changed the address by hand.
    return [];
  }
}

/** The details after the specified message. */
function reasonOf(message: string): string | undefined {
  return message.replace(/^Authentication failed\.?\s*/, '') || undefined;
}
