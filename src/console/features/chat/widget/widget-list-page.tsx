import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconMessageCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton, useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { createWidget, useListWidgetsInfinite } from '#generated/api/chat/chat.ts';
import type { Widget } from '#generated/model/index.ts';
import { WidgetCreate } from '#generated/model/widgetCreate.zod.ts';
import { toConfig, toValues } from '../config/config-values.ts';
import { TargetFields } from './target-fields.tsx';
import { useWidgetActions } from './use-widget-actions.ts';
import { widgetColumns } from './widget-columns.tsx';
import { targetProblem } from './widget-values.ts';

/** Can be changed beside the preview. */
const GREETING = 'Hello! What would you like to know?';

/** Names a widget and what it answers from. Everything else is on its page, beside the preview. */
function NewWidget({ onClosed }: { onClosed: () => void }) {
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

/** `/projects/:projectId/widgets`: the project's chats on other websites. */
export function WidgetListPage() {
  const { orgId, projectId } = useActiveProject();
  const edit = useEditPermission();
  const widgets = useListWidgetsInfinite(orgId, projectId, undefined, { query: paged });
  const actions = useWidgetActions();
  const [creating, setCreating] = useState(false);
  const create = () => edit.allowed && setCreating(true);
  useShortcut('C', 'Create widget', create);

  const newWidget = (
    <EditButton leftSection={<IconPlus />} onClick={create}>
      Create widget
    </EditButton>
  );

  return (
    <Page
      title="Widgets"
      area="Chats"
      crumbs={[{ label: 'Chats', to: paths.chats(projectId) }]}
      actions={newWidget}
      fill
    >
      <DataTable
        label="Widgets"
        columns={widgetColumns}
        rows={flatten(widgets.data)}
        query={widgets}
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
        empty={
          <EmptyState
            icon={<IconMessageCircle />}
            title="No widgets yet"
            action={
              <Button variant="default" onClick={create} disabled={!edit.allowed}>
                Create widget
              </Button>
            }
          >
            A widget answers your visitors' questions on your own website.
          </EmptyState>
        }
      />
      {creating && <NewWidget onClosed={() => setCreating(false)} />}
    </Page>
  );
}
