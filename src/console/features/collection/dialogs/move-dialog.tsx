import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { FoundSelect } from '#console/ui/form/found-select.tsx';
import { moveCollection } from '#generated/api/collection/collection.ts';
import { useListProjects } from '#generated/api/project/project.ts';
import { CollectionMove } from '#generated/model/collectionMove.zod.ts';
import type { Collection } from '#generated/model/index.ts';

interface MoveDialogProps {
  collection: Collection;
  onMoved?: (() => void) | undefined;
  onClosed: () => void;
}

/** Moves a collection to another project of the organisation. */
export function MoveDialog({ collection, onMoved, onClosed }: MoveDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const [q, setQ] = useState('');
  const query = useListProjects(
    orgId,
    { page_limit: PROJECT_PAGE_LIMIT, ...(q.trim() && { q: q.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const projects = (query.data?.results ?? []).filter(({ id }) => id !== projectId);
  const form = useForm(
    contractForm(CollectionMove, {
      initialValues: { project_id: null as string | null },
      body: ({ project_id }) => ({ project_id: project_id ?? '' }),
    }),
  );

  const nameOf = (id: string) => projects.find((one) => one.id === id)?.name ?? 'the project';

  return (
    <FormDialog
      form={form}
      title={`Move ${collection.name}`}
      label="Move collection"
      submit="Move collection"
      always
      onSubmit={(body) => mutate(moveCollection, orgId, projectId, collection.id, body)}
      success={(_, { project_id }) => `${collection.name} moved to ${nameOf(project_id)}`}
      onSaved={onMoved}
      onClosed={onClosed}
    >
      <FoundSelect
        noun="project"
        query={query}
        options={projects}
        search={q}
        onSearch={setQ}
        {...form.getInputProps('project_id')}
      />
      <Text size="sm" c="dimmed">
        Its documents, data sources and index move too. A collection that tasks search can't be
        moved: remove it from them first.
      </Text>
    </FormDialog>
  );
}
