import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { createWidget } from '#generated/api/chat/chat.ts';
import type { Widget } from '#generated/model/index.ts';
import { WidgetCreate } from '#generated/model/widgetCreate.zod.ts';
import { toConfig, toValues } from '../config/config-values.ts';
import { TargetFields } from './target-fields.tsx';
import { targetProblem } from './widget-values.ts';

/** Can be changed beside the preview. */
const GREETING = 'Hello! What would you like to know?';

/** Names a widget and what it answers from. Everything else is on its page, beside the preview. */
export function NewWidget({ onClosed }: { onClosed: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const form = useForm(
    contractForm(WidgetCreate, {
      initialValues: {
        name: '',
        config: toValues({ type: 'collections', greeting: GREETING }),
      },
      body: ({ name, config }) => ({ name, config: toConfig(config) }),
      verbatim: ['system_prompt'],
      validate: targetProblem,
    }),
  );

  const made = useRef<Widget>(undefined);
  const submit = async (body: WidgetCreate) => {
    made.current = await mutate(createWidget, orgId, projectId, body);
  };

  return (
    <FormDialog
      form={form}
      title="Create widget"
      submit="Create widget"
      always
      onSubmit={submit}
      onSaved={() => made.current && navigate(paths.widget(projectId, made.current.id))}
      onClosed={onClosed}
    >
      <TextInput
        label="Name"
        description="For you. Visitors don't see it."
        placeholder="Help centre"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TargetFields
        target={form.values.config}
        error={form.errors['config.collection_ids'] as string | undefined}
        onChange={(change) => form.setFieldValue('config', { ...form.values.config, ...change })}
      />
    </FormDialog>
  );
}
