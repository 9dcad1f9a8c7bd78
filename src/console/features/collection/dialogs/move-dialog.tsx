import { Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useMoveCollection } from '#generated/api/collection/collection.ts';
import { useListProjects } from '#generated/api/project/project.ts';
import { CollectionMove } from '#generated/model/collectionMove.zod.ts';
import type { Collection } from '#generated/model/index.ts';

interface MoveDialogProps {
  collection: Collection;
  onMoved?: (moved: Collection) => void;
  onClose: () => void;
}

/** Moves a collection to another project of the organisation. */
export function MoveDialog({ collection, onMoved, onClose }: MoveDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const [opened, setOpened] = useState(true);
  const [search, setSearch] = useState('');
  const query = useListProjects(
    orgId,
    { page_limit: PROJECT_PAGE_LIMIT, ...(search.trim() && { q: search.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const projects = (query.data?.results ?? []).filter(({ id }) => id !== projectId);
  const close = () => setOpened(false);
  const move = useMoveCollection({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(CollectionMove, {
      initialValues: { project_id: null as string | null },
      body: ({ project_id }) => ({ project_id: project_id ?? '' }),
    }),
  );

  const submit = async (data: CollectionMove) => {
    const at = { orgId, projectId, collectionId: collection.id };
    const moved = await move.mutateAsync({ ...at, data });
    close();
    const name = projects.find(({ id }) => id === data.project_id)?.name ?? 'the project';
    toast.success(`${collection.name} moved to ${name}`);
    onMoved?.(moved);
  };

  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title={`Move ${collection.name}`}>
      <Form form={form} label="Move collection" onSubmit={submit}>
        <Stack gap="md">
          <Select
            data-autofocus
            label="Project"
            placeholder={query.isPending ? 'Loading projects…' : 'Select a project'}
            searchable
            // The open list would cover the explanation below.
            openOnFocus={false}
            searchValue={search}
            onSearchChange={setSearch}
            nothingFoundMessage="No matching project"
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('project_id')}
          />
          <Text size="sm" c="dimmed">
            Its documents, data sources and index move too. A collection that tasks search can't be
            moved: remove it from them first.
          </Text>
        </Stack>
        <SubmitBar label="Move collection" always />
      </Form>
    </Modal>
  );
}
