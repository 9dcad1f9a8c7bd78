import type { UiNode } from '@ory/client';
import { codeInput, hidden, input, methodButton, newPasswordInput, submit } from './node.ts';
import { traitNodes } from './traits-schema.ts';

/** The first of two steps, Ory's default style: the traits. */
export function registrationNodes(): UiNode[] {
  return [...traitNodes('default'), submit('profile', 'method', 'profile', 1040001)];
}

/** The second step: a password or, with data to create one, a passkey. The traits are included as hidden fields. */
export function registrationCredentialNodes(passkeyData?: string): UiNode[] {
  return [
    ...traitNodes('default', { hidden: true }),
    ...credentialNodes(passkeyData),
    submit('profile', 'screen', 'previous', 1040008),
  ];
}

/**
 * Nodes for entering the code that proves an address. It is needed when someone else has signed up with the address
 * without proving it.
 */
export function registrationCodeNodes(digits?: number): UiNode[] {
  return [
    ...traitNodes('default', { hidden: true }),
    codeInput(1070012, digits),
    submit('code', 'method', 'code', 1070009),
    submit('code', 'resend', 'code', 1070008),
  ];
}

function credentialNodes(passkeyData?: string): UiNode[] {
  const nodes = [newPasswordInput(), methodButton('password', 1040001)];
  if (passkeyData === undefined) return nodes;
  return [
    ...nodes,
    hidden('passkey', 'passkey_create_data', passkeyData),
    hidden('passkey', 'passkey_register'),
    input('passkey', 'button', 'passkey_register_trigger', 1040007, {
      onclickTrigger: 'oryPasskeyRegistration',
    }),
  ];
}
