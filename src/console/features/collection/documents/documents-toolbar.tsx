import { NativeSelect } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRotateClockwise } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import { useListDocumentTags } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import { DOCUMENT_STATES } from '../document/document-states.ts';
import { TagSelect } from '../list/tag-select.tsx';
import classes from './documents.module.css';
import type { useBulkActions } from './use-bulk-actions.ts';
import type { useDocumentList } from './use-document-list.ts';

interface DocumentsToolbarProps {
  collection: Collection;
  list: ReturnType<typeof useDocumentList>;
  actions: ReturnType<typeof useBulkActions>;
  /** Why the person may not edit; null if they may. */
  reason: string | null;
  add: ReactNode;
}

/** Search, filters, and actions on all documents. */
export function DocumentsToolbar(props: DocumentsToolbarProps) {
  const { collection, list, actions, reason, add } = props;
  const { at } = useActiveProject();
  const { counts, is_paused } = collection;
  const known = useListDocumentTags(...at, collection.id, {
    query: { meta: { silent: true } },
  });
  const tags = [...new Set([...(known.data?.results ?? []), ...(list.tag ? [list.tag] : [])])];
  const isWorking = counts.waiting + counts.working > 0;
  return (
    <Toolbar>
      <SearchInput value={list.search} onChange={list.setSearch} label="Search documents" />
      <NativeSelect
        aria-label="State"
        data={[
          { value: '', label: 'All states' },
          ...Object.entries(DOCUMENT_STATES).map(([value, { label }]) => ({ value, label })),
        ]}
        value={list.state ?? ''}
        onChange={(event) => list.setFilter('state', event.currentTarget.value)}
      />
      <TagSelect tags={tags} value={list.tag} onChange={(tag) => list.setFilter('tag', tag)} />
      <div className={classes.push}>
        {counts.failed > 0 && (
          <ActionButton
            variant="default"
            leftSection={<IconRotateClockwise />}
            reason={reason}
            onClick={actions.retryFailed}
          >
            Retry all failed
          </ActionButton>
        )}
        {(isWorking || is_paused) && (
          <ActionButton
            variant="default"
            leftSection={is_paused ? <IconPlayerPlay /> : <IconPlayerPause />}
            reason={reason}
            onClick={() => actions.setPaused(!is_paused)}
          >
            {is_paused ? 'Resume' : 'Pause'}
          </ActionButton>
        )}
        {add}
      </div>
    </Toolbar>
  );
}
