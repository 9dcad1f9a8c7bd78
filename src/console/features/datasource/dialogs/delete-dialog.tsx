import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { DeleteDialogFrame } from '#console/ui/modal/delete-dialog-frame.tsx';
import {
  deleteDatasource,
  getGetDatasourceQueryKey,
} from '#generated/api/datasource/datasource.ts';
import type { Datasource } from '#generated/model/index.ts';

interface DeleteDialogProps {
  collectionId: string;
  source: Datasource;
  onDeleted: () => void;
  onClosed: () => void;
}

const CHOICES = [
  { value: 'delete', label: 'Delete its documents' },
  { value: 'keep', label: 'Keep its documents' },
] as const;

/** Deletes a data source, with its documents or without. */
export function DeleteDialog({ collectionId, source, onDeleted, onClosed }: DeleteDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const [choice, setChoice] = useState<'delete' | 'keep'>('delete');
  const { id, name, documents } = source;
  const keep_documents = choice === 'keep';

  const remove = async () => {
    await mutate(deleteDatasource, orgId, projectId, collectionId, id, { keep_documents });
    onDeleted();
    // Nothing may ask for it again.
    const queryKey = getGetDatasourceQueryKey(orgId, projectId, collectionId, id);
    client.removeQueries({ queryKey });
  };

  return (
    <DeleteDialogFrame
      title={`Delete ${name}?`}
      submit="Delete data source"
      onSubmit={remove}
      success={`${name} deleted`}
      onClosed={onClosed}
    >
      <Text>
        Its log and its credentials are deleted, and it isn&apos;t synced any more. This can&apos;t
        be undone.
      </Text>
      {documents > 0 && (
        <>
          <Segmented
            label="Its documents"
            items={CHOICES}
            value={choice}
            onChange={setChoice}
            fullWidth
          />
          <Text>
            {counted(documents, 'document')}{' '}
            {keep_documents
              ? "will stay in the collection and can still be searched, but won't follow the source any more."
              : 'will be deleted too. Tasks will find nothing from this source any more.'}
          </Text>
        </>
      )}
    </DeleteDialogFrame>
  );
}
