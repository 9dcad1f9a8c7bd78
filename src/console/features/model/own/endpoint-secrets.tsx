import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { endpointPlace, enterAgain, isSamePlace } from '#core/access/secret-place.ts';
import type { EndpointUpdate, OwnEndpoint } from '#generated/model/index.ts';
import classes from '../models.module.css';
import { addressOf, type EndpointValues } from './endpoint-values.ts';

interface EndpointSecretsProps {
  form: UseFormReturnType<EndpointValues, unknown>;
  /** The endpoint to edit; absent for a new one. */
  endpoint: OwnEndpoint | undefined;
}

const HEADERS_MAX = 10;

/** The key and the headers. When the address of an endpoint changes, they are asked for again. */
export function EndpointSecrets({ form, endpoint }: EndpointSecretsProps) {
  const { headers, removes_key } = form.values;
  const again = askAgain(form.values, endpoint);
  const asksKey = again !== null && endpoint?.key != null;
  return (
    <>
      {(!endpoint || asksKey) && (
        <PasswordInput
          label="API key"
          description={
            asksKey
              ? `${again} Keys are only sent to the address that they were entered for.`
              : 'Stored encrypted. Only its last four characters are shown afterwards.'
          }
          withAsterisk={asksKey && !removes_key}
          disabled={asksKey && removes_key}
          autoComplete="off"
          maxLength={4000}
          {...form.getInputProps('api_key')}
        />
      )}
      {asksKey && (
        <Checkbox
          label="The new address needs no key"
          description="The stored key will be removed."
          {...form.getInputProps('removes_key', { type: 'checkbox' })}
        />
      )}
      {headers.map(({ name }, index) => {
        const isStored = isKnown(endpoint, name);
        const props = form.getInputProps(`headers.${index}.value`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed at the end or by index
          <div className={classes.header} key={index}>
            <TextInput
              label={`Header ${index + 1}`}
              placeholder="x-portkey-provider"
              {...form.getInputProps(`headers.${index}.name`)}
            />
            <PasswordInput
              label="Value"
              placeholder={isStored && again === null ? 'Unchanged' : ''}
              withAsterisk={isStored && again !== null}
              autoComplete="off"
              {...props}
            />
            <Button
              variant="subtle"
              aria-label={`Remove header ${index + 1}`}
              onClick={() => form.removeListItem('headers', index)}
            >
              <IconTrash />
            </Button>
          </div>
        );
      })}
      {headers.length < HEADERS_MAX && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus />}
          onClick={() => form.insertListItem('headers', { name: '', value: '' })}
        >
          Add header
        </Button>
      )}
    </>
  );
}

/** Secrets that have to be entered again, because they would go to another address. */
export function secretProblems(
  values: EndpointValues,
  endpoint: OwnEndpoint | undefined,
): Record<string, string> {
  const again = askAgain(values, endpoint);
  if (again === null) return {};
  const problems: Record<string, string> = {};
  if (endpoint?.key != null && values.api_key === '' && !values.removes_key)
    // The field's description says why.
    problems.api_key = 'Required';
  for (const [index, { name, value }] of values.headers.entries()) {
    if (value === '' && isKnown(endpoint, name))
      problems[`headers.${index}.value`] = askAgain(values, endpoint, 'the value') ?? '';
  }
  return problems;
}

/** What a change of an endpoint says about its key: nothing, unless the key has to be entered again. */
export function keyChange(
  values: EndpointValues,
  endpoint: OwnEndpoint,
): Pick<EndpointUpdate, 'api_key'> {
  if (endpoint.key === null || askAgain(values, endpoint) === null) return {};
  return { api_key: values.removes_key ? null : values.api_key };
}

/** Asks for a secret again if the address has changed; null if it hasn't. */
function askAgain(
  values: EndpointValues,
  endpoint: OwnEndpoint | undefined,
  what = 'the key',
): string | null {
  if (!endpoint) return null;
  const before = endpointPlace(endpoint);
  const after = endpointPlace(addressOf(values));
  return isSamePlace(before, after) ? null : enterAgain(what, before, after);
}

function isKnown(endpoint: OwnEndpoint | undefined, name: string): boolean {
  const named = name.trim().toLowerCase();
  return endpoint?.headers.some((one) => one.name.toLowerCase() === named) ?? false;
}
