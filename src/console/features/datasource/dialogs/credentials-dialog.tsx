import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { updateDatasource } from '#generated/api/datasource/datasource.ts';
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
  onClosed: () => void;
}

/** Replaces a data source's credentials. The old ones stay in use until the new ones are accepted. */
export function CredentialsDialog({ collectionId, source, onClosed }: CredentialsDialogProps) {
  const { orgId, projectId } = useActiveProject();
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
      onSubmit={(body) => mutate(updateDatasource, orgId, projectId, collectionId, id, body)}
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
      <ConnectionResult result={test.result} />
    </FormDialog>
  );
}
