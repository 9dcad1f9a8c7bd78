import { useForm } from '@mantine/form';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AuditRetentionUpdate } from '#generated/model/auditRetentionUpdate.zod.ts';
import { CollectionMove } from '#generated/model/collectionMove.zod.ts';
import { OAuthClientCreate } from '#generated/model/oAuthClientCreate.zod.ts';
import { WebhookCreate } from '#generated/model/webhookCreate.zod.ts';
import { contractForm } from './contract-form.ts';

const NEW = { name: ' ', url: 'ftp://example.com', events: [] as WebhookCreate['events'] };

it('finds what is wrong by the rules of the contract, in words of ours', () => {
  const { result } = renderHook(() => useForm(contractForm(WebhookCreate, { initialValues: NEW })));
  act(() => void result.current.validate());
  expect(result.current.errors).toEqual({
    name: 'A name is required',
    url: 'Must be an http or https URL',
    events: 'Choose at least one event',
  });
  act(() => result.current.setFieldValue('name', 'x'.repeat(121)));
  act(() => void result.current.validate());
  expect(result.current.errors.name).toBe('Must be at most 120 characters');
});

it('gives inputs the limits of the contract', () => {
  const webhook = renderHook(() => useForm(contractForm(WebhookCreate, { initialValues: NEW })));
  const retention = renderHook(() =>
    useForm(contractForm(AuditRetentionUpdate, { initialValues: { days: 30 } })),
  );
  expect(webhook.result.current.getInputProps('name')).toMatchObject({
    maxLength: 120,
    'aria-required': true,
  });
  expect(retention.result.current.getInputProps('days')).toMatchObject({ min: 30, max: 3650 });
});

it('leaves the choice of another thing unlimited: its name may be longer than its ID', () => {
  const { result } = renderHook(() =>
    useForm(contractForm(CollectionMove, { initialValues: { project_id: '' } })),
  );
  expect(result.current.getInputProps('project_id')).not.toHaveProperty('maxLength');
  act(() => void result.current.validate());
  expect(result.current.errors).toHaveProperty('project_id');
});

it('takes fields without a value for missing', () => {
  const days = undefined as unknown as number;
  const { result } = renderHook(() =>
    useForm(contractForm(AuditRetentionUpdate, { initialValues: { days } })),
  );
  act(() => void result.current.validate());
  expect(result.current.errors).toHaveProperty('days');
});

it('makes the body: texts are trimmed but for verbatim ones, and empty ones are null where they can be', () => {
  const initialValues = {
    name: ' Helpdesk ',
    publisher: ' Acme ',
    url: ' ',
    redirect_uris: 'https://a.example\nhttps://b.example ',
    type: 'public' as const,
    grants: ['authorization_code' as const],
    scopes: ['task:run' as const],
  };
  const { result } = renderHook(() =>
    useForm(
      contractForm(OAuthClientCreate, {
        initialValues,
        verbatim: ['publisher'],
        body: (values) => ({ ...values, redirect_uris: values.redirect_uris.split('\n') }),
      }),
    ),
  );
  expect(result.current.getTransformedValues()).toEqual({
    ...initialValues,
    name: 'Helpdesk',
    url: null,
    redirect_uris: ['https://a.example', 'https://b.example'],
  });
});

it("puts a form's own rules first", () => {
  const { result } = renderHook(() =>
    useForm(
      contractForm(WebhookCreate, { initialValues: NEW, validate: { name: () => 'Taken here' } }),
    ),
  );
  act(() => void result.current.validate());
  expect(result.current.errors.name).toBe('Taken here');
});
