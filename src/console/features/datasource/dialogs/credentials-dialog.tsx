import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useUpdateDatasource } from '#generated/api/datasource/datasource.ts';
import { DatasourceUpdate } from '#generated/model/datasourceUpdate.zod.ts';
import type { Datasource } from '#generated/model/index.ts';
import { ConnectionResult } from '../form/connection-result.tsx';
import { CredentialFields } from '../form/credential-fields.tsx';
import { credentialProblems } from '../form/source-problems.ts';
import { emptyCredentials, toCredentials } from '../form/source-values.ts';
import { useConnectionTest } from '../form/use-connection-test.ts';

interface CredentialsDialogProps {
  collectionId: string;
  source: Datasource;
  onClose: () => void;
}

/** Replaces a data source's credentials. The old ones stay in use until the new ones are accepted. */
export function CredentialsDialog({ collectionId, source, onClose }: CredentialsDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const update = useUpdateDatasource({ mutation: { meta: { fields: true } } });
  const [opened, setOpened] = useState(true);
  const test = useConnectionTest(collectionId);
  const { id, name, config, credentials_hint: hint } = source;
  const close = () => setOpened(false);
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

  const save = async (data: DatasourceUpdate) => {
    await update.mutateAsync({ orgId, projectId, collectionId, datasourceId: id, data });
    toast.success(`Credentials of ${name} replaced`);
  };
  const runTest = () => {
    if (form.validate().hasErrors) return;
    const credentials = toCredentials(form.values.credentials);
    void test.run({ config, ...(credentials && { credentials }), datasource_id: id });
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      onClosed={onClose}
      title={hint ? `Replace credentials of ${name}` : `Enter credentials of ${name}`}
    >
      <Form form={form} label="Credentials" onSubmit={save} onSaved={close}>
        <Stack gap="md">
          {hint && (
            <Text>
              In use now: <span className="tl-mono">{hint}</span>. It stays in use until the source
              accepts the new credentials.
            </Text>
          )}
          <CredentialFields form={form} kind={config.kind} isFirst />
          <ConnectionResult result={test.result} />
        </Stack>
        <SubmitBar
          label={hint ? 'Replace credentials' : 'Save credentials'}
          always
          start={
            <Button variant="default" loading={test.isTesting} onClick={runTest}>
              Test connection
            </Button>
          }
        />
      </Form>
    </Modal>
  );
}
