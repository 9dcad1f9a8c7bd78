import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMessageCircle, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paged } from '#console/api/query/paging.ts';
import { ProjectListPage } from '#console/modules/list/project-list-page.tsx';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { createWidget, useListWidgetsInfinite } from '#generated/api/chat/chat.ts';
import { WidgetCreate } from '#generated/model/widgetCreate.zod.ts';
import { toConfig, toValues } from '../config/config-values.ts';
import { TargetFields } from '../config/target-fields.tsx';
import { useWidgetActions } from './use-widget-actions.ts';
import { widgetColumns } from './widget-columns.tsx';
import { targetProblem } from './widget-values.ts';

/** Can be changed beside the preview. */
const GREETING = 'Hello! What would you like to know?';

/** Names a widget and what it answers from. Everything else is on its page, beside the preview. */
function NewWidget({ onClosed }: { onClosed: () => void }) {
  const { at, projectId } = useActiveProject();
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

  return (
    <FormDialog
      form={form}
      title="Create widget"
      submit="Create widget"
      always
      onSubmit={(body) => mutate(createWidget, ...at, body)}
      onSaved={({ id }) => navigate(paths.widget(projectId, id))}
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
        forVisitors
        values={form.values.config}
        errors={{ collection_ids: form.errors['config.collection_ids'] }}
        onChange={(change) => form.setFieldValue('config', { ...form.values.config, ...change })}
      />
    </FormDialog>
  );
}

/** `/projects/:projectId/widgets`: the project's chats on other websites. */
export function WidgetListPage() {
  const { at, projectId } = useActiveProject();
  const edit = useEditPermission();
  const widgets = useListWidgetsInfinite(...at, undefined, { query: paged });
  const actions = useWidgetActions();

  return (
    <ProjectListPage
      title="Widgets"
      area="Chats"
      crumbs={[{ label: 'Chats', to: paths.chats(projectId) }]}
      noun="widget"
      icon={<IconMessageCircle />}
      about="A widget answers your visitors' questions on your own website."
      query={widgets}
      columns={widgetColumns}
      href={(widget) => paths.widget(projectId, widget.id)}
      menu={(widget) => [
        {
          label: widget.enabled ? 'Turn off' : 'Turn on',
          icon: widget.enabled ? <IconPlayerPause /> : <IconPlayerPlay />,
          disabled: edit.reason,
          onClick: () => actions.setEnabled(widget, !widget.enabled),
        },
        {
          label: 'Delete',
          icon: <IconTrash />,
          danger: true,
          disabled: edit.reason,
          onClick: () => actions.remove(widget),
        },
      ]}
      CreateDialog={NewWidget}
    />
  );
}
