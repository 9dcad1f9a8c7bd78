import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readTags } from '#console/modules/template/read-tags.ts';
import { TemplateFields } from '#console/modules/template/template-fields.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { VALIDATION } from '#core/messages.ts';
import {
  getGetTemplateQueryKey,
  getListTemplatesInfiniteQueryKey,
  useUpdateTemplate,
} from '#generated/api/template/template.ts';
import type { Template } from '#generated/model/index.ts';

interface EditTemplateProps {
  orgId: string;
  template: Template;
  onClose: () => void;
}

/**
 * Edits the name, description and tags of an organisation's template. Its prompts are replaced from a task's editor.
 */
export function EditTemplate({ orgId, template, onClose }: EditTemplateProps) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(true);
  const update = useUpdateTemplate({ mutation: { meta: { fields: true } } });
  const form = useForm({
    initialValues: {
      name: template.name,
      description: template.description,
      tags: template.tags.join(', '),
    },
    validate: { name: (name) => (name.trim() === '' ? VALIDATION.nameNeeded : null) },
  });

  const submit = async ({ name, description, tags }: typeof form.values) => {
    const { definition, sample } = template;
    const data = {
      name: name.trim(),
      description: description.trim(),
      tags: readTags(tags),
      definition,
      ...(sample && { sample: { inputs: sample.inputs, output: sample.output } }),
    };
    const changed = await update.mutateAsync({ orgId, templateId: template.id, data });
    queryClient.setQueryData(getGetTemplateQueryKey(orgId, template.id), changed);
    void queryClient.invalidateQueries({ queryKey: getListTemplatesInfiniteQueryKey(orgId) });
    toast.success(`Template ${changed.name} saved`);
    setOpened(false);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title="Edit template"
    >
      <Form form={form} onSubmit={submit} label="Edit template">
        <TemplateFields inputProps={form.getInputProps} />
        <SubmitBar label="Save template" always />
      </Form>
    </Modal>
  );
}
