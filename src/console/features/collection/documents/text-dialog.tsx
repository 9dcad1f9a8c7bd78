import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useCreateDocument } from '#generated/api/collection/collection.ts';
import { DocumentCreate } from '#generated/model/documentCreate.zod.ts';
import type { Collection } from '#generated/model/index.ts';

/** Adds a text as a document. */
export function TextDialog({
  collection,
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const { orgId, projectId } = useActiveProject();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const create = useCreateDocument({ mutation: { meta: { area: 'document.add', fields: true } } });
  const form = useForm(
    contractForm(DocumentCreate, { initialValues: { name: '', text: '' }, verbatim: ['text'] }),
  );
  const add = (data: DocumentCreate) =>
    create.mutateAsync({ orgId, projectId, collectionId: collection.id, data });
  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title="Add text" size="lg">
      <Form form={form} label="Add text" onSubmit={add} onSaved={close}>
        <Stack gap="md">
          <TextInput
            label="Name"
            placeholder="Travel policy"
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
            {...form.getInputProps('text')}
          />
        </Stack>
        <SubmitBar label="Add text" always />
      </Form>
    </Modal>
  );
}
