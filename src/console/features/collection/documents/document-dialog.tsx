import { Stack, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { VALIDATION } from '#core/messages.ts';
import { toTags } from '#core/task/tags.ts';
import { useListDocumentTags, useUpdateDocument } from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';
import { TAG_MAX, TAGS_MAX } from '../dialogs/collection-form.tsx';
import { useRefreshCollections } from '../use-refresh-collections.ts';

const NAME_MAX = 255;

/** Edits the name and tags of a document. */
export function DocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const { id, collection_id: collectionId, name, tags, etag } = document;
  const refresh = useRefreshCollections();
  const update = useUpdateDocument({ mutation: { meta: { fields: true } } });
  const known = useListDocumentTags(orgId, projectId, collectionId);
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const form = useForm({
    initialValues: { name, tags },
    validate: { name: (given) => (given.trim() === '' ? VALIDATION.nameNeeded : null) },
  });
  const save = async (values: typeof form.values) => {
    const data = { ...values, name: values.name.trim() };
    const headers = { 'If-Match': etag };
    await update.mutateAsync({ orgId, projectId, collectionId, documentId: id, data, headers });
    await refresh(collectionId);
  };
  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title={`Edit ${name}`}>
      <Form
        form={form}
        label="Edit document"
        onSubmit={save}
        onSaved={close}
        onStale={() => refresh(collectionId)}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            maxLength={NAME_MAX}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TagsInput
            label="Tags"
            description="Press Enter to add"
            openOnFocus={false}
            data={known.data?.results ?? []}
            maxTags={TAGS_MAX}
            {...form.getInputProps('tags')}
            onChange={(given) =>
              form.setFieldValue('tags', toTags(given.map((tag) => tag.slice(0, TAG_MAX))))
            }
          />
        </Stack>
        <SubmitBar label="Save" />
      </Form>
    </Modal>
  );
}
