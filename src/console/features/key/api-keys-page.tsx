import { Button } from '@mantine/core';
import {
  IconGauge,
  IconHistory,
  IconKey,
  IconLock,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { NewApiKey } from '#console/modules/api-key/new-api-key.tsx';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListApiKeysInfinite } from '#generated/api/key/key.ts';
import type { ApiKey } from '#generated/model/index.ts';
import { apiKeyColumns, expiryOf } from './api-key-columns.tsx';
import { EditApiKey } from './edit-api-key.tsx';
import { LimitApiKey } from './limit-api-key.tsx';
import { RotateApiKey } from './rotate-api-key.tsx';
import { useRevokeApiKey } from './use-revoke-api-key.ts';

type Dialog = 'edit' | 'limit' | 'rotate';

/** `/projects/:projectId/settings/api-keys`: the keys that programs use to call the project's tasks. */
export function ApiKeysPage() {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const edit = usePermission(scope, 'edit');
  const keys = useListApiKeysInfinite(orgId, projectId, undefined, {
    query: { ...paged, enabled: edit.allowed },
  });
  const rows = flatten(keys.data);
  const revoke = useRevokeApiKey();
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ kind: Dialog; apiKey: ApiKey } | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (kind: Dialog, apiKey: ApiKey) => {
    setDialog({ kind, apiKey });
    setOpened(true);
  };
  const shown = { opened, onClose: () => setOpened(false) };
  const create = () => edit.allowed && setCreating(true);
  useShortcut('C', 'Create API key', create);

  const newKey = (
    <Permitted on={scope} name="edit">
      <Button leftSection={<IconPlus />} onClick={create}>
        Create API key
      </Button>
    </Permitted>
  );

  return (
    <Page title="API keys" area="Settings" actions={newKey} fill>
      {edit.allowed ? (
        <DataTable
          label="API keys"
          columns={apiKeyColumns}
          rows={rows}
          query={keys}
          rowKey={(key) => key.id}
          menu={(key) => [
            { label: 'Edit', icon: <IconPencil />, onClick: () => open('edit', key) },
            { label: 'Spend limit', icon: <IconGauge />, onClick: () => open('limit', key) },
            {
              label: 'View calls',
              icon: <IconHistory />,
              onClick: () => navigate(paths.runsOf(projectId, key.id)),
            },
            {
              label: 'Rotate',
              icon: <IconRefresh />,
              disabled: expiryOf(key) === 'expired' ? 'This key has expired' : undefined,
              onClick: () => open('rotate', key),
            },
            {
              label: 'Revoke',
              icon: <IconTrash />,
              danger: true,
              onClick: () => revoke(key),
            },
          ]}
          empty={
            <EmptyState
              icon={<IconKey />}
              title="No API keys yet"
              action={
                <Button variant="default" onClick={create}>
                  Create API key
                </Button>
              }
            >
              Your code uses an API key to call this project&apos;s tasks.
            </EmptyState>
          }
        />
      ) : (
        <EmptyState icon={<IconLock />} title="You can't view API keys">
          {edit.reason}
        </EmptyState>
      )}
      {dialog?.kind === 'edit' && <EditApiKey apiKey={dialog.apiKey} {...shown} />}
      {dialog?.kind === 'limit' && <LimitApiKey apiKey={dialog.apiKey} {...shown} />}
      {dialog?.kind === 'rotate' && <RotateApiKey apiKey={dialog.apiKey} {...shown} />}
      <NewApiKey opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}
