import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { DOCUMENT_NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { createDocument } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import { useRefreshCollections } from '../use-refresh-collections.ts';

const TEXT_MAX = 1_000_000;

/** Adds a text as a document. */
export function TextDialog({
  collection,
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshCollections();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const form = useForm({
    initialValues: { name: '', text: '' },
    validate: {
      name: (name) => (name.trim() === '' ? VALIDATION.nameNeeded : null),
      text: (text) => (text.trim() === '' ? 'Enter a text' : null),
    },
  });
  const add = async ({ name, text }: typeof form.values) => {
    await createDocument(orgId, projectId, collection.id, { name: name.trim(), text });
    await refresh(collection.id);
  };
  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title="Add text" size="lg">
      <Form form={form} label="Add text" area="document.add" onSubmit={add} onSaved={close}>
        <Stack gap="md">
          <TextInput
            label="Name"
            placeholder="Travel policy"
            maxLength={DOCUMENT_NAME_MAX}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label="Text"
            description="Plain text or Markdown. You can edit it later."
            autosize
            minRows={8}
            maxRows={18}
            maxLength={TEXT_MAX}
            {...form.getInputProps('text')}
          />
        </Stack>
        <SubmitBar label="Add text" always />
      </Form>
    </Modal>
  );
}
