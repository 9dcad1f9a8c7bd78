import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { createDocument } from '#generated/api/collection/collection.ts';
import { DocumentCreate } from '#generated/model/documentCreate.zod.ts';
import type { Collection } from '#generated/model/index.ts';

export interface AddDialogProps {
  collection: Collection;
  onClosed: () => void;
}

/** Adds a text as a document. */
export function TextDialog({ collection, onClosed }: AddDialogProps) {
  const { at } = useActiveProject();
  const form = useForm(
    contractForm(DocumentCreate, { initialValues: { name: '', text: '' }, verbatim: ['text'] }),
  );
  return (
    <FormDialog
      form={form}
      title="Add text"
      size="lg"
      submit="Add text"
      always
      area="document.add"
      onSubmit={(body) => mutate(createDocument, ...at, collection.id, body)}
      onClosed={onClosed}
    >
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
    </FormDialog>
  );
}
