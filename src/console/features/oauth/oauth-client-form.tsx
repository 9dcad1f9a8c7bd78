import { Checkbox, Input, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { resourcesProblem } from '#console/modules/resource-scope/access-text.ts';
import { ResourceField } from '#console/modules/resource-scope/resource-field.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import { createOAuthClient, updateOAuthClient } from '#generated/api/oauth/oauth.ts';
import type {
  OAuthClient,
  OAuthClientType,
  OAuthClientWithSecret,
  OAuthGrantType,
  OAuthScope,
  ResourceScope,
} from '#generated/model/index.ts';
import { OAuthClientCreate } from '#generated/model/oAuthClientCreate.zod.ts';
import { linesOf, redirectUrisProblem } from './redirect-uris.ts';

type OAuthClientFormProps = {
  /** The client to edit; absent for a new one. */
  client?: OAuthClient;
  onCreated?: (created: OAuthClientWithSecret) => void;
  onSaved?: () => void;
};

type Values = {
  name: string;
  publisher: string;
  url: string;
  redirect_uris: string;
  type: OAuthClientType;
  grants: OAuthGrantType[];
  scopes: OAuthScope[];
  resources: ResourceScope | null;
};

const GRANTS: readonly { value: OAuthGrantType; label: string; description: string }[] = [
  {
    value: 'authorization_code',
    label: 'On behalf of people',
    description: 'People allow it on a consent page.',
  },
  {
    value: 'refresh_token',
    label: 'Stay connected',
    description: 'Gets new tokens without asking people again.',
  },
  {
    value: 'client_credentials',
    label: 'On its own behalf',
    description: 'Needs a server that can keep a secret.',
  },
];

/** An app: who publishes it, where it returns to, and what it may do. */
export function OAuthClientForm({ client, onCreated, onSaved }: OAuthClientFormProps) {
  const { at } = useActiveProject();
  const form = useForm(
    contractForm(OAuthClientCreate, {
      initialValues: {
        name: client?.name ?? '',
        publisher: client?.publisher ?? '',
        url: client?.url ?? '',
        redirect_uris: client?.redirect_uris.join('\n') ?? '',
        type: client?.type ?? 'confidential',
        grants: client?.grants ?? ['authorization_code', 'refresh_token'],
        scopes: client?.scopes ?? ['task:run'],
        resources: client?.resources ?? null,
      } as Values,
      body: (values) => ({ ...values, redirect_uris: linesOf(values.redirect_uris) }),
      validate: { redirect_uris: redirectUrisProblem, resources: resourcesProblem },
    }),
  );

  const submit = async (data: OAuthClientCreate) => {
    if (!client) return onCreated?.(await mutate(createOAuthClient, ...at, data));
    const { type: _, ...changed } = data;
    const headers = { 'If-Match': client.etag };
    await mutate(updateOAuthClient, ...at, client.id, changed, headers);
  };

  const isPublic = form.values.type === 'public';
  return (
    <Form
      form={form}
      label={client ? 'Edit OAuth client' : 'Create OAuth client'}
      onSubmit={submit}
      area="oauth.change"
      onSaved={onSaved}
    >
      <TextInput
        label="App name"
        placeholder="Helpdesk"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Publisher"
        description="Shown on the consent page."
        placeholder="Acme GmbH"
        autoComplete="off"
        {...form.getInputProps('publisher')}
      />
      <TextInput
        label="Website"
        placeholder="https://helpdesk.example"
        type="url"
        {...form.getInputProps('url')}
      />
      <Textarea
        label="Redirect URIs"
        description="One per line, compared exactly. https, or http on localhost."
        placeholder="https://helpdesk.example/callback"
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        {...form.getInputProps('redirect_uris')}
      />
      {!client && (
        <Input.Wrapper
          label="Type"
          labelElement="div"
          description={
            isPublic
              ? 'Runs in a browser or on a device, and has no secret.'
              : 'Runs on a server that keeps a secret.'
          }
        >
          <Segmented
            fullWidth
            label="Type"
            items={[
              { value: 'confidential', label: 'Confidential' },
              { value: 'public', label: 'Public' },
            ]}
            value={form.values.type}
            onChange={(type) => {
              form.setFieldValue('type', type);
              if (type === 'public')
                form.setFieldValue('grants', (grants) =>
                  grants.filter((grant) => grant !== 'client_credentials'),
                );
            }}
          />
        </Input.Wrapper>
      )}
      <Checkbox.Group label="How it gets access" {...form.getInputProps('grants')}>
        <Stack gap={8} mt={6}>
          {GRANTS.map(({ value, ...texts }) => (
            <Checkbox
              key={value}
              value={value}
              disabled={
                (value === 'client_credentials' && isPublic) ||
                (value === 'refresh_token' && !form.values.grants.includes('authorization_code'))
              }
              {...texts}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
        <Stack gap={8} mt={6}>
          {Object.entries(OAUTH_SCOPES).map(([scope, { label }]) => (
            <Checkbox
              key={scope}
              value={scope}
              label={label}
              description={<span className="tl-mono">{scope}</span>}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ResourceField
        what="app"
        value={form.values.resources}
        {...form.getInputProps('resources')}
      />
      <SubmitBar label={client ? 'Save' : 'Create OAuth client'} always />
    </Form>
  );
}
