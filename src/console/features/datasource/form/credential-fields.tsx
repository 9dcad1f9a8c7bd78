import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  accessKeyCredentialsAccessKeyIdMax,
  accessKeyCredentialsSecretAccessKeyMax,
} from '#generated/model/accessKeyCredentials.zod.ts';
import type { DatasourceKind } from '#generated/model/index.ts';
import { tokenCredentialsTokenMax } from '#generated/model/tokenCredentials.zod.ts';
import { KINDS } from '../kinds.tsx';

interface CredentialFieldsProps<V extends { credentials: Record<string, string> }> {
  form: UseFormReturnType<V, unknown>;
  kind: DatasourceKind;
  /** Takes focus when the dialog opens. */
  isFirst?: boolean;
}

/** The credential fields of a kind of source. Stored credentials are never shown. */
export function CredentialFields<V extends { credentials: Record<string, string> }>({
  form,
  kind,
  isFirst,
}: CredentialFieldsProps<V>) {
  const withAsterisk = KINDS[kind].credentials === 'required';
  const of = (name: string) => ({ withAsterisk, ...form.getInputProps(`credentials.${name}`) });
  const focus = { 'data-autofocus': isFirst || undefined };
  // Otherwise browsers would autofill the console's password.
  const secret = { autoComplete: 'new-password', spellCheck: false } as const;
  if (kind === 's3')
    return (
      <>
        <TextInput
          label="Access key ID"
          placeholder="AKIA…"
          maxLength={accessKeyCredentialsAccessKeyIdMax}
          autoComplete="off"
          spellCheck={false}
          {...focus}
          {...of('access_key_id')}
        />
        <PasswordInput
          label="Secret access key"
          description="Needs to list and read only. It is stored encrypted."
          maxLength={accessKeyCredentialsSecretAccessKeyMax}
          {...secret}
          {...of('secret_access_key')}
        />
      </>
    );
  if (kind === 'notion' || kind === 'github')
    return (
      <PasswordInput
        label={kind === 'notion' ? 'Integration token' : 'Access token'}
        description={
          kind === 'notion'
            ? 'The secret of an internal integration. Share the pages with it in Notion. It is stored encrypted.'
            : 'For private repositories: a fine-grained token that may read contents. It is stored encrypted.'
        }
        placeholder={kind === 'notion' ? 'ntn_…' : 'github_pat_…'}
        maxLength={tokenCredentialsTokenMax}
        {...secret}
        {...focus}
        {...of('token')}
      />
    );
  return null;
}
