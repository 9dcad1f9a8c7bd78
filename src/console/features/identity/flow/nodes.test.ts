import { describe, expect, it } from 'vitest';
import type { InputNode, UiNode } from './flow-types.ts';
import { arrange, bodyOf, fieldValue, findNode, isSaved, missing, splitMethods } from './nodes.ts';
import { flowOf, input, script } from './testing.ts';

const csrf = input('default', 'hidden', 'csrf_token', { value: 'token' });
const identifier = input('default', 'text', 'identifier', { required: true });
const password = input('password', 'password', 'password', { required: true });
const signIn = input('password', 'submit', 'method', { value: 'password' });
const sendCode = input('code', 'submit', 'method', { value: 'code' });
const login: UiNode[] = [csrf, identifier, password, signIn, sendCode, script()];

describe('arrange', () => {
  it('puts shared fields before methods, without hidden inputs and scripts', () => {
    const { shared, methods } = arrange(login);
    expect(shared).toEqual([identifier]);
    expect(methods.map((method) => method.group)).toEqual(['password', 'code']);
    const { typed, pressed } = splitMethods(methods);
    expect(typed.map((method) => method.group)).toEqual(['password']);
    expect(pressed.map((method) => method.group)).toEqual(['code']);
  });

  it('includes only the requested groups', () => {
    expect(arrange(login, ['code']).methods.map((method) => method.group)).toEqual(['code']);
    expect(arrange(login, ['code']).shared).toEqual([]);
  });
});

describe('body', () => {
  it('contains the pressed method with its own and the shared fields only', () => {
    const typed = { identifier: 'ada@example.com', password: 'secret', code: '123456' };
    expect(bodyOf(login, signIn, typed)).toEqual({
      csrf_token: 'token',
      method: 'password',
      identifier: 'ada@example.com',
      password: 'secret',
    });
    expect(bodyOf(login, sendCode, typed)).toEqual({
      csrf_token: 'token',
      method: 'code',
      identifier: 'ada@example.com',
    });
  });

  it('nests traits, converts numbers and booleans, omits empty values', () => {
    const save = input('profile', 'submit', 'method', { value: 'profile' });
    const nodes = [
      input('profile', 'text', 'traits.name.first'),
      input('profile', 'number', 'traits.age'),
      input('profile', 'checkbox', 'traits.news', { value: true }),
      input('profile', 'text', 'traits.phone'),
      save,
    ];
    expect(bodyOf(nodes, save, { 'traits.name.first': 'Ada', 'traits.age': '36' })).toEqual({
      method: 'profile',
      traits: { name: { first: 'Ada' }, age: 36, news: true },
    });
  });

  it('omits a half-typed code when resending, and needs none', () => {
    const code = input('code', 'text', 'code', { required: true });
    const method = input('code', 'hidden', 'method', { value: 'code' });
    const resend = input('code', 'submit', 'resend', { value: 'code' });
    const nodes = [csrf, method, code, resend];
    expect(bodyOf(nodes, resend, { code: '12' })).toEqual({
      csrf_token: 'token',
      method: 'code',
      resend: 'code',
    });
    expect(missing(nodes, resend, {})).toEqual([]);
  });

  it('uses the group as the method of a button that is not a method itself', () => {
    const unlink = input('totp', 'submit', 'totp_unlink', { value: 'true' });
    expect(bodyOf([csrf, unlink], unlink, {})).toEqual({
      csrf_token: 'token',
      method: 'totp',
      totp_unlink: 'true',
    });
  });

  it("contains a passkey's response but not its challenge", () => {
    const challenge = input('passkey', 'hidden', 'passkey_challenge', {
      value: '{"publicKey":{}}',
    });
    const response = input('passkey', 'hidden', 'passkey_login');
    const trigger = input('passkey', 'button', 'passkey_login_trigger', { value: '' });
    expect(
      bodyOf([csrf, challenge, response, trigger], trigger, {}, { passkey_login: '{}' }),
    ).toEqual({
      csrf_token: 'token',
      method: 'passkey',
      passkey_login: '{}',
    });
  });
});

describe('fields', () => {
  it('are listed in the order of the form', () => {
    expect(missing(login, signIn, {})).toEqual(['identifier', 'password']);
    expect(missing(login, signIn, { identifier: 'a' })).toEqual(['password']);
    expect(missing(login, sendCode, { identifier: 'a' })).toEqual([]);
  });

  it('are not needed when a passkey or a provider identifies the user', () => {
    const passkey = input('passkey', 'button', 'passkey_login_trigger');
    const provider = input('oidc', 'submit', 'provider', { value: 'google' });
    expect(missing([...login, passkey], passkey, {})).toEqual([]);
    expect(missing([...login, provider], provider, {})).toEqual([]);
    // A new passkey needs a name.
    const register = input('passkey', 'button', 'passkey_register_trigger');
    expect(missing([...login, register], register, {})).toEqual(['identifier']);
  });

  it('contain the typed value, else the value from the flow', () => {
    const email = input('default', 'email', 'email', { value: 'old@example.com' }) as InputNode;
    expect(fieldValue(email, {})).toBe('old@example.com');
    expect(fieldValue(email, { email: '' })).toBe('');
  });

  it('are found by name', () => {
    expect(findNode(login, 'password')).toBe(password);
    expect(findNode(login, 'nothing')).toBeUndefined();
  });
});

it('a flow was saved if it says so, whatever its state is from then on', () => {
  const saved = { id: 1050001, type: 'success' as const, text: 'saved' };
  expect(isSaved(flowOf([], { state: 'success' }))).toBe(false);
  expect(isSaved(flowOf([], { state: 'success', messages: [saved] }))).toBe(true);
});
