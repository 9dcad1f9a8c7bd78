import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { DeleteDialogFrame } from '#console/ui/modal/delete-dialog-frame.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  deleteDatasource,
  getGetDatasourceQueryKey,
  updateDatasource,
  useGetDatasource,
} from '#generated/api/datasource/datasource.ts';
import { DatasourceUpdate } from '#generated/model/datasourceUpdate.zod.ts';
import type { Datasource, DatasourceCreate } from '#generated/model/index.ts';
import { CredentialFields } from './form/credential-fields.tsx';
import { SourceForm } from './form/source-form.tsx';
import { credentialProblems } from './form/source-problems.ts';
import { emptyCredentials, toCredentials } from './form/source-values.ts';
import { useConnectionTest } from './form/use-connection-test.ts';
import { KINDS } from './kinds.tsx';
import { Notice } from './notice.tsx';
import type { SourceActions } from './use-source-actions.ts';

type Dialog = 'edit' | 'credentials' | 'delete';

interface SourceMenu {
  items: (source: Datasource) => MenuAction[];
  open: (what: Dialog, source: Datasource) => void;
  /** Must be rendered. */
  dialog: ReactNode;
}

/** A data source's menu, shared by the list and its page, with the dialogs that it opens. */
export function useSourceMenu(
  collectionId: string,
  actions: SourceActions,
  onDeleted: () => void = () => undefined,
): SourceMenu {
  const { reason } = useEditPermission();
  const [shown, setShown] = useState<{ what: Dialog; source: Datasource } | null>(null);
  const open = (what: Dialog, source: Datasource) => setShown({ what, source });
  const props = shown && {
    collectionId,
    source: shown.source,
    onClosed: () => setShown(null),
  };

  const items = (source: Datasource): MenuAction[] => {
    const { config, status, credentials_hint } = source;
    const isPaused = status === 'paused';
    return [
      { label: 'Edit…', icon: <IconPencil />, onClick: () => open('edit', source) },
      ...(KINDS[config.kind].credentials === 'none'
        ? []
        : [
            {
              label: credentials_hint ? 'Replace credentials…' : 'Enter credentials…',
              icon: <IconKey />,
              onClick: () => open('credentials', source),
            },
          ]),
      ...(config.kind === 'google_drive'
        ? [
            {
              label: credentials_hint ? 'Connect again' : 'Connect Google Drive',
              icon: <IconPlugConnected />,
              onClick: () => void actions.connect(source),
            },
          ]
        : []),
      {
        label: isPaused ? 'Resume' : 'Pause',
        icon: isPaused ? <IconPlayerPlay /> : <IconPlayerPause />,
        onClick: () => void actions.setPaused(source, !isPaused),
      },
      {
        label: 'Delete…',
        icon: <IconTrash />,
        danger: true,
        onClick: () => open('delete', source),
      },
    ].map((action) => ({ ...action, disabled: reason }));
  };

  return {
    items,
    open,
    dialog: props && (
      <>
        {shown.what === 'edit' && <EditDialog {...props} />}
        {shown.what === 'credentials' && <CredentialsDialog {...props} />}
        {shown.what === 'delete' && <DeleteDialog {...props} onDeleted={onDeleted} />}
      </>
    ),
  };
}

interface EditDialogProps {
  collectionId: string;
  source: Datasource;
  onClosed: () => void;
}

/** Edits a data source. The configuration is only sent if it was changed, because changing it starts a full sync. */
function EditDialog({ collectionId, source, onClosed }: EditDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const at = [orgId, projectId, collectionId, source.id] as const;
  // After a conflict with someone else's change, the next attempt starts from the new version.
  const latest = useGetDatasource(...at, { query: { initialData: source } });

  const save = async (
    { name, config, interval, credentials }: DatasourceCreate,
    isReadAnew: boolean,
  ) => {
    const body = {
      ...{ name, interval },
      ...(isReadAnew && { config }),
      ...(credentials && { credentials }),
    };
    await mutate(updateDatasource, ...at, body, { 'If-Match': latest.data.etag });
    toast.success(isReadAnew ? `${name} saved; it is read anew` : `${name} saved`);
  };

  return (
    <Modal onClosed={onClosed} title={`Edit ${source.name}`} size="xl">
      {(done) => (
        <SourceForm
          collectionId={collectionId}
          kind={source.config.kind}
          source={source}
          onSubmit={save}
          onSaved={done}
        />
      )}
    </Modal>
  );
}

interface CredentialsDialogProps {
  collectionId: string;
  source: Datasource;
  onClosed: () => void;
}

/** Replaces a data source's credentials. The old ones stay in use until the new ones are accepted. */
function CredentialsDialog({ collectionId, source, onClosed }: CredentialsDialogProps) {
  const { at } = useActiveProject();
  const test = useConnectionTest(collectionId);
  const { id, name, config, credentials_hint: hint } = source;
  const form = useForm(
    contractForm(DatasourceUpdate, {
      initialValues: { credentials: emptyCredentials(config.kind) },
      body: ({ credentials }) => {
        const replaced = toCredentials(credentials);
        return replaced ? { credentials: replaced } : {};
      },
      validate: ({ credentials }) =>
        toCredentials(credentials)
          ? credentialProblems(config.kind, credentials, false)
          : Object.fromEntries(
              Object.keys(credentials).map((field) => [`credentials.${field}`, 'Required']),
            ),
    }),
  );

  const runTest = () => {
    if (form.validate().hasErrors) return;
    const credentials = toCredentials(form.values.credentials);
    void test.run({ config, ...(credentials && { credentials }), datasource_id: id });
  };

  return (
    <FormDialog
      form={form}
      title={hint ? `Replace credentials of ${name}` : `Enter credentials of ${name}`}
      label="Credentials"
      submit={hint ? 'Replace credentials' : 'Save credentials'}
      always
      start={
        <ActionButton variant="default" loading={test.isTesting} onClick={runTest}>
          Test connection
        </ActionButton>
      }
      onSubmit={(body) => mutate(updateDatasource, ...at, collectionId, id, body)}
      success={`Credentials of ${name} replaced`}
      onClosed={onClosed}
    >
      {hint && (
        <Text>
          In use now: <span className="tl-mono">{hint}</span>. It stays in use until the source
          accepts the new credentials.
        </Text>
      )}
      <CredentialFields form={form} kind={config.kind} isFirst />
      {test.result && <Notice {...test.result} role="status" />}
    </FormDialog>
  );
}

interface DeleteDialogProps {
  collectionId: string;
  source: Datasource;
  onDeleted: () => void;
  onClosed: () => void;
}

const CHOICES = [
  { value: 'delete', label: 'Delete its documents' },
  { value: 'keep', label: 'Keep its documents' },
] as const;

/** Deletes a data source, with its documents or without. */
function DeleteDialog({ collectionId, source, onDeleted, onClosed }: DeleteDialogProps) {
  const { at } = useActiveProject();
  const client = useQueryClient();
  const [choice, setChoice] = useState<'delete' | 'keep'>('delete');
  const { id, name, documents } = source;
  const keep_documents = choice === 'keep';

  const remove = async () => {
    await mutate(deleteDatasource, ...at, collectionId, id, { keep_documents });
    onDeleted();
    // Nothing may ask for it again.
    const queryKey = getGetDatasourceQueryKey(...at, collectionId, id);
    client.removeQueries({ queryKey });
  };

  return (
    <DeleteDialogFrame
      title={`Delete ${name}?`}
      submit="Delete data source"
      onSubmit={remove}
      success={`${name} deleted`}
      onClosed={onClosed}
    >
      <Text>
        Its log and its credentials are deleted, and it isn&apos;t synced any more. This can&apos;t
        be undone.
      </Text>
      {documents > 0 && (
        <>
          <Segmented
            label="Its documents"
            items={CHOICES}
            value={choice}
            onChange={setChoice}
            fullWidth
          />
          <Text>
            {counted(documents, 'document')}{' '}
            {keep_documents
              ? "will stay in the collection and can still be searched, but won't follow the source any more."
              : 'will be deleted too. Tasks will find nothing from this source any more.'}
          </Text>
        </>
      )}
    </DeleteDialogFrame>
  );
}
