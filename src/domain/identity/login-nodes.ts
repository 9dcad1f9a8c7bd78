import type { UiNode } from '@ory/client';
import type { Enrolled } from './credentials.ts';
import { codeInput, hidden, input, methodButton, submit } from './node.ts';
import { text } from './texts.ts';

const IDENTIFIER = text(1070002, { title: 'Email', name: 'identifier' });

/**
 * Nodes of a first factor: password, emailed code and, with a challenge, passkey. `known` is a person who signs in
 * again.
 */
export function firstFactorNodes(options: {
  known?: { email: string; credentials: Enrolled } | undefined;
  challenge?: string | undefined;
}): UiNode[] {
  const { known, challenge } = options;
  const identifier = known
    ? hidden('default', 'identifier', known.email)
    : input('default', 'text', 'identifier', IDENTIFIER, {
        required: true,
        autocomplete: 'username webauthn',
      });
  const nodes: UiNode[] = [identifier];
  if (!known || known.credentials.password) {
    nodes.push(
      input('password', 'password', 'password', 1070001, {
        required: true,
        autocomplete: 'current-password',
      }),
      methodButton('password', known ? 1010001 : 1010022),
    );
  }
  nodes.push(methodButton('code', 1010015));
  if (challenge !== undefined && (!known || known.credentials.passkeys.length > 0)) {
    nodes.push(
      hidden('passkey', 'passkey_challenge', challenge),
      hidden('passkey', 'passkey_login', '', { onloadTrigger: 'oryPasskeyLoginAutocompleteInit' }),
      input('passkey', 'button', 'passkey_login_trigger', 1010021, {
        onclickTrigger: 'oryPasskeyLogin',
      }),
    );
  }
  return nodes;
}

/** Nodes for entering an emailed sign-in code. */
export function loginCodeNodes(identifier: string, digits?: number): UiNode[] {
  return [
    hidden('default', 'identifier', identifier),
    hidden('code', 'method', 'code'),
    codeInput(1070013, digits),
    submit('code', 'method', 'code', 1070009),
    submit('code', 'resend', 'code', 1070008),
  ];
}

/** Nodes of a second factor: the enrolled ones of authenticator app, backup codes and security keys. */
export function secondFactorNodes(email: string, credentials: Enrolled, challenge = ''): UiNode[] {
  const nodes: UiNode[] = [];
  if (credentials.totp) {
    nodes.push(
      input('totp', 'text', 'totp_code', 1010006, {
        required: true,
        autocomplete: 'one-time-code',
        maxlength: 6,
      }),
      methodButton('totp', 1010009),
    );
  }
  if (credentials.securityKeys.length > 0) {
    nodes.push(
      hidden('default', 'identifier', email),
      input('webauthn', 'button', 'webauthn_login_trigger', 1010008, {
        value: challenge,
        onclickTrigger: 'oryWebAuthnLogin',
      }),
      hidden('webauthn', 'webauthn_login'),
    );
  }
  if (credentials.lookup) {
    nodes.push(
      input('lookup_secret', 'text', 'lookup_secret', 1010007, { required: true }),
      methodButton('lookup_secret', 1010010),
    );
  }
  return nodes;
}
