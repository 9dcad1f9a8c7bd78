import { Anchor, Checkbox, List, Text } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { DeleteDialogFrame } from '#console/ui/modal/delete-dialog-frame.tsx';
import '@mantine/core/styles/List.css';
import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import {
  deleteCollection,
  useGetCollectionChatUse,
  useListCollectionUses,
} from '#generated/api/collection/collection.ts';
import type { Collection, CollectionUse } from '#generated/model/index.ts';

interface DeleteDialogProps {
  collection: Collection;
  onDeleted?: (() => void) | undefined;
  onClosed: () => void;
}

const PLACES: Readonly<Record<CollectionUse['in'], string>> = {
  active: 'active revision',
  environment: 'environment',
  draft: 'draft',
};

/** Deletes a collection. Lists what searches it; if there is anything, deleting needs explicit confirmation. */
export function DeleteDialog({ collection, onDeleted, onClosed }: DeleteDialogProps) {
  const { at, projectId } = useActiveProject();
  const [force, setForce] = useState(false);
  const fresh = { query: { refetchOnMount: 'always' } } as const;
  const uses = useListCollectionUses(...at, collection.id, fresh);
  const chatUse = useGetCollectionChatUse(...at, collection.id, fresh);
  // Guests of the collection can't see which chats use it, so they confirm as if some did.
  const isHidden = isApiError(chatUse.error, 403);
  const isKnown = uses.data !== undefined && (chatUse.data !== undefined || isHidden);
  const error = uses.error ?? (isHidden ? null : chatUse.error);
  const { results: tasks = [] } = uses.data ?? {};
  const { widgets = [], chats = 0 } = chatUse.data ?? {};
  const isUsed = isHidden || tasks.length + widgets.length + chats > 0;

  const remove = async () => {
    const params = isUsed ? { force: true } : undefined;
    await mutate(deleteCollection, ...at, collection.id, params);
    onDeleted?.();
  };

  return (
    <DeleteDialogFrame
      title={`Delete ${collection.name}?`}
      submit="Delete collection"
      disabled={!isKnown || (isUsed && !force)}
      onSubmit={remove}
      success={`${collection.name} deleted`}
      onClosed={onClosed}
    >
      <Text>
        {counted(collection.counts.documents, 'document')} and{' '}
        {counted(collection.counts.chunks, 'chunk')} will be deleted, with data sources and saved
        questions. This can't be undone.
      </Text>
      {!isKnown && !error && <TextSkeleton lines={2} />}
      {error && (
        <ErrorState
          error={error}
          onRetry={() => Promise.all([uses.refetch(), chatUse.refetch()])}
        />
      )}
      {isUsed && (
        <>
          {isHidden && <Text>{messageOf(chatUse.error)}</Text>}
          <div hidden={isHidden}>
            <Text fw={500}>It is searched by:</Text>
            <List size="sm" mt={4} aria-label="Used by">
              {tasks.map((use) => (
                <List.Item key={`${use.task_id} ${use.in}`}>
                  <Anchor component={Link} to={paths.task(projectId, use.task_id)}>
                    {use.task_name}
                  </Anchor>{' '}
                  <Text span c="dimmed" size="sm">
                    {PLACES[use.in]}
                  </Text>
                </List.Item>
              ))}
              {widgets.map(({ id, name }) => (
                <List.Item key={id}>
                  <Anchor component={Link} to={paths.widget(projectId, id)}>
                    {name}
                  </Anchor>{' '}
                  <Text span c="dimmed" size="sm">
                    widget
                  </Text>
                </List.Item>
              ))}
              {chats > 0 && <List.Item>{counted(chats, 'chat')}</List.Item>}
            </List>
          </div>
          <Checkbox
            label="Delete anyway"
            description="Runs of these tasks, and answers in these chats, will fail until the collection is removed from them."
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </>
      )}
    </DeleteDialogFrame>
  );
}
