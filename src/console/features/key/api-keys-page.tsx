import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconGauge,
  IconHistory,
  IconKey,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { paged } from '#console/api/query/paging.ts';
import { CreatedKey } from '#console/modules/api-key/created-key.tsx';
import { NewApiKey } from '#console/modules/api-key/new-api-key.tsx';
import { SpendLimitForm } from '#console/modules/billing/spend-limit-form.tsx';
import { ProjectListPage } from '#console/modules/list/project-list-page.tsx';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { resourcesProblem } from '#console/modules/resource-scope/access-text.ts';
import { ResourceField } from '#console/modules/resource-scope/resource-field.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  deleteApiKey,
  rotateApiKey,
  updateApiKey,
  useListApiKeysInfinite,
} from '#generated/api/key/key.ts';
import { ApiKeyUpdate } from '#generated/model/apiKeyUpdate.zod.ts';
import type { ApiKey, ApiKeyCreated } from '#generated/model/index.ts';
import { apiKeyColumns, expiryOf } from './api-key-columns.tsx';

const DIALOGS = { edit: EditApiKey, limit: LimitApiKey, rotate: RotateApiKey };

type Dialog = { kind: keyof typeof DIALOGS; apiKey: ApiKey };

/** `/projects/:projectId/settings/api-keys`: the keys that programs use to call the project's tasks. */
export function ApiKeysPage() {
  const { orgId, projectId } = useActiveProject();
  const edit = useEditPermission();
  const keys = useListApiKeysInfinite(orgId, projectId, undefined, {
    query: { ...paged, enabled: edit.allowed },
  });
  const revoke = useRevokeApiKey();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const Shown = dialog && DIALOGS[dialog.kind];

  return (
    <ProjectListPage
      title="API keys"
      isSecret
      noun="API key"
      icon={<IconKey />}
      about="Your code uses an API key to call this project's tasks."
      query={keys}
      columns={apiKeyColumns}
      menu={(key) => [
        {
          label: 'Edit',
          icon: <IconPencil />,
          onClick: () => setDialog({ kind: 'edit', apiKey: key }),
        },
        {
          label: 'Spend limit',
          icon: <IconGauge />,
          onClick: () => setDialog({ kind: 'limit', apiKey: key }),
        },
        {
          label: 'View calls',
          icon: <IconHistory />,
          onClick: () => navigate(paths.runsOf(projectId, key.id)),
        },
        {
          label: 'Rotate',
          icon: <IconRefresh />,
          disabled: expiryOf(key) === 'expired' ? 'This key has expired' : undefined,
          onClick: () => setDialog({ kind: 'rotate', apiKey: key }),
        },
        {
          label: 'Revoke',
          icon: <IconTrash />,
          danger: true,
          onClick: () => revoke(key),
        },
      ]}
      CreateDialog={NewApiKey}
    >
      {Shown && <Shown apiKey={dialog.apiKey} onClosed={() => setDialog(null)} />}
    </ProjectListPage>
  );
}

/** The dialog for a key's spend limit. */
function LimitApiKey({ apiKey, onClosed }: ApiKeyDialogProps) {
  const { orgId, projectId } = useActiveProject();
  return (
    <Modal onClosed={onClosed} title={`Spend limit of ${apiKey.name}`}>
      {(done) => (
        <SpendLimitForm
          orgId={orgId}
          projectId={projectId}
          apiKeyId={apiKey.id}
          disabledReason={null}
          onSaved={done}
        />
      )}
    </Modal>
  );
}

/** Replaces a key by a new one, which is shown once. */
function RotateApiKey({ apiKey: { id, name }, onClosed }: ApiKeyDialogProps) {
  const { at } = useActiveProject();
  const rotate = (overlap_hours: number) => mutate(rotateApiKey, ...at, id, { overlap_hours });
  return (
    <SecretDialog<ApiKeyCreated>
      title={`Rotate ${name}`}
      secretTitle="Copy your key now"
      onClosed={onClosed}
      secret={(rotated, done) => <CreatedKey created={rotated} onDone={done} />}
    >
      {(onMade) => (
        <RotateForm what="key" focusChoice onRotate={async (hours) => onMade(await rotate(hours))}>
          <Text>
            The new key has the same name, access and expiry. Until the old one expires, calls work
            with either.
          </Text>
        </RotateForm>
      )}
    </SecretDialog>
  );
}

/** Asks for confirmation, naming the key, and revokes it. */
function useRevokeApiKey(): (key: ApiKey) => Promise<void> {
  const { at } = useActiveProject();
  const confirm = useConfirm();

  return async (key) => {
    await confirm({
      title: `Revoke ${key.name}?`,
      body: `Calls with ${key.prefix}… will be rejected immediately. This can't be undone.`,
      confirmLabel: 'Revoke key',
      danger: true,
      action: () => mutate(deleteApiKey, ...at, key.id),
      success: `${key.name} revoked`,
    });
  };
}

type ApiKeyDialogProps = { apiKey: ApiKey; onClosed: () => void };

/** Renames a key, and changes what it may use. */
function EditApiKey({ apiKey, onClosed }: ApiKeyDialogProps) {
  const { at } = useActiveProject();
  const form = useForm(
    contractForm(ApiKeyUpdate, {
      initialValues: { name: apiKey.name, resources: apiKey.resources },
      validate: { resources: resourcesProblem },
    }),
  );
  return (
    <FormDialog
      form={form}
      title={`Edit ${apiKey.name}`}
      label="Edit API key"
      submit="Save"
      always
      onSubmit={(data) => mutate(updateApiKey, ...at, apiKey.id, data)}
      onClosed={onClosed}
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <ResourceField
        what="key"
        value={form.values.resources}
        {...form.getInputProps('resources')}
      />
    </FormDialog>
  );
}
