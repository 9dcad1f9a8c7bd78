import { Button } from '@mantine/core';
import {
  IconMessageCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton, useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListWidgetsInfinite } from '#generated/api/chat/chat.ts';
import { NewWidget } from './new-widget.tsx';
import { useWidgetActions } from './use-widget-actions.ts';
import { widgetColumns } from './widget-columns.tsx';

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
