import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useModal } from '#console/ui/modal/modal-context.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { useListCollections } from '#generated/api/collection/collection.ts';
import type { Collection, Task, Template } from '#generated/model/index.ts';
import { healthText } from '../collection/collection-options.ts';
import { paths } from '../paths.ts';
import { createFromTemplate } from './create-from-template.ts';

interface DocumentsDialogProps {
  template: Template;
  onCreated: (task: Task) => void;
  onClose: () => void;
}

/** Lets the person choose the collection of a task from a template, and creates the task. */
export function DocumentsDialog({ template, onCreated, onClose }: DocumentsDialogProps) {
  const { at } = useActiveProject();
  const first = useListCollections(...at, { page_limit: 1 });
  return (
    <Modal onClosed={onClose} title={template.name}>
      <Loaded query={first} skeleton={<TextSkeleton lines={4} />}>
        {({ results }) => (
          <DocumentsForm {...{ template, onCreated }} hasCollections={results.length > 0} />
        )}
      </Loaded>
    </Modal>
  );
}

/** The value of the option for the sample collection. */
const SAMPLE = 'sample';
const SAMPLE_OPTION = { value: SAMPLE, label: 'Sample: an invented bicycle company' };

interface DocumentsFormProps {
  template: Template;
  hasCollections: boolean;
  onCreated: (task: Task) => void;
}

function DocumentsForm({ template, hasCollections, onCreated }: DocumentsFormProps) {
  const { orgId, projectId } = useActiveProject();
  const queryClient = useQueryClient();
  const [search, setSearch] = useState('');
  const [indexing, setIndexing] = useState<Collection['counts']>();
  const query = useListCollections(
    orgId,
    projectId,
    { page_limit: 100, sort: 'name', ...(search.trim() && { q: search.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const form = useForm<{ collection: string | null }>({
    initialValues: { collection: hasCollections ? null : SAMPLE },
    validate: { collection: (id) => (id === null ? 'Choose a collection' : null) },
  });
  const collections = query.data?.results ?? [];
  const chosen = collections.find(({ id }) => id === form.values.collection);

  const create = async ({ collection }: typeof form.values) => {
    if (collection === null) return;
    const documents = collection === SAMPLE ? SAMPLE : { collectionId: collection };
    const place = { orgId, projectId };
    onCreated(
      await createFromTemplate(queryClient, place, template, {
        documents,
        onIndexing: setIndexing,
      }),
    );
  };

  return (
    <Form
      form={form}
      label={template.name}
      area="task.create"
      onSubmit={create}
      onSaved={useModal()?.done}
    >
      <Select
        data-autofocus
        label="Collection"
        description="The task answers from its documents."
        placeholder="Choose a collection"
        searchable
        // The open list would cover the explanation below.
        openOnFocus={false}
        onSearchChange={(typed) => setSearch(isLabel(collections, typed) ? '' : typed)}
        nothingFoundMessage="No collection has this name"
        data={[
          ...(collections.length > 0
            ? [
                {
                  group: 'In this project',
                  items: collections.map(({ id, name }) => ({ value: id, label: name })),
                },
              ]
            : []),
          { group: 'To try it', items: [SAMPLE_OPTION] },
        ]}
        allowDeselect={false}
        {...form.getInputProps('collection')}
      />
      <Text size="sm" c="dimmed" role="status">
        {indexing ? progressText(indexing) : noteFor(form.values.collection, chosen)}
      </Text>
      {!hasCollections && (
        <Text size="sm" c="dimmed">
          To answer from your own documents,{' '}
          <Link to={`${paths.collections(projectId)}?new=1`}>create a collection</Link> first. You
          can also change the collection of the task later.
        </Text>
      )}
      <SubmitBar label="Create task" always />
    </Form>
  );
}

/** The input shows the selected name, which isn't a search term. */
function isLabel(collections: readonly Collection[], typed: string): boolean {
  return typed === SAMPLE_OPTION.label || collections.some(({ name }) => name === typed);
}

function noteFor(value: string | null, chosen: Collection | undefined): string {
  if (value === SAMPLE)
    return 'Adds a collection of seven short documents to this project, and a question that they answer.';
  return chosen ? healthText(chosen) : '';
}

function progressText({ documents, ready, failed }: Collection['counts']): string {
  return `Indexing: ${ready + failed} of ${documents} documents…`;
}
