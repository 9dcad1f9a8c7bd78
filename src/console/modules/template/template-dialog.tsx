import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { object } from 'zod/mini';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import {
  getGetTemplateQueryKey,
  useCreateTemplate,
  useUpdateTemplate,
} from '#generated/api/template/template.ts';
import { TemplateCreate } from '#generated/model/templateCreate.zod.ts';
import { DescriptionInput } from '../task/description-input.tsx';

const { name, description, tags } = TemplateCreate.shape;
const TemplateFields = object({ name, description, tags });
type Fields = Pick<TemplateCreate, 'name' | 'description'> & { tags: string[] };

interface TemplateDialogProps {
  orgId: string;
  title: string;
  initial: Fields;
  /**
   * Completes the fields to a template. `replaces` is the id of the template to replace; without it, a new one is
   * created. Resolve with null to keep the dialog open.
   */
  complete: (fields: Fields) => Promise<{ data: TemplateCreate; replaces?: string } | null>;
  onClose: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Saves a template of the organisation under a name, with a description and tags. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { orgId, title, initial, complete, onClose, children } = props;
  const queryClient = useQueryClient();
  const create = useCreateTemplate({ mutation: { meta: { fields: true } } });
  const update = useUpdateTemplate({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(TemplateFields, {
      initialValues: { ...initial, tags: initial.tags.join(', ') },
      body: ({ name, description = '', tags }) => ({ name, description, tags: readTags(tags) }),
    }),
  );

  const submit = async (fields: Fields) => {
    const completed = await complete(fields);
    if (!completed) return false;
    const { data, replaces } = completed;
    const saved =
      replaces === undefined
        ? await create.mutateAsync({ orgId, data })
        : await update.mutateAsync({ orgId, templateId: replaces, data });
    queryClient.setQueryData(getGetTemplateQueryKey(orgId, saved.id), saved);
    toast.success(`Template ${saved.name} saved`);
  };

  return (
    <FormDialog
      title={title}
      submit="Save template"
      form={form}
      always
      onSubmit={submit}
      onClosed={onClose}
    >
      <TextInput data-autofocus label="Name" withAsterisk {...form.getInputProps('name')} />
      <DescriptionInput {...form.getInputProps('description')} />
      <TextInput
        label="Tags"
        description="Separated by commas, up to 8"
        placeholder="Support, Reviews"
        {...form.getInputProps('tags')}
      />
      {children}
    </FormDialog>
  );
}

function readTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}
