import { expect, it } from 'vitest';
import { answerOf } from '../../../../../tests/support/kratos/answers.ts';
import { codeExpiry, endsOtherSessions, passwordRule } from './facts.ts';
import type { Flow, FlowKind, InputNode } from './flow-types.ts';
import { interpretFailure, interpretSuccess, type Outcome } from './interpret.ts';
import { bodyOf, findInput, isSaved } from './nodes.ts';

/** What the console makes of a recorded answer of a real Ory Kratos. */
function outcomeOf(...[set, name]: Parameters<typeof answerOf>): Outcome {
  const { status, body } = answerOf(set, name);
  const kind = name.split(':')[0] as FlowKind;
  return status < 300 ? interpretSuccess(kind, body) : interpretFailure(kind, status, body);
}

const flowOf = (...[set, name]: Parameters<typeof answerOf>) => answerOf(set, name).body as Flow;
const inputOf = (flow: Flow, name: string, group: string) =>
  flow.ui.nodes.find(
    (node): node is InputNode => node.group === group && findInput([node], name) !== undefined,
  ) as InputNode;

it.each([
  ['usual', 'registration: done', { type: 'done', signedIn: true }],
  ['usual', 'registration: credentials', { type: 'show' }],
  ['usual', 'login: CSRF', { type: 'restart', because: 'security' }],
  ['usual', 'login: already signed in', { type: 'already_signed_in' }],
  ['usual', 'login: second factor without a first', { type: 'sign_in' }],
  [
    'usual',
    'login: second factor needed',
    { type: 'redirect', to: 'https://id.example.com/self-service/login/browser?aal=aal2' },
  ],
  [
    'usual',
    'login: disabled account',
    { type: 'failed', message: 'This account is disabled. Ask your administrator.' },
  ],
  ['usual', 'recovery: done', { type: 'done', signedIn: true }],
  [
    'first',
    'login: unverified',
    { type: 'done', signedIn: false, continueWith: [{ action: 'show_verification_ui' }] },
  ],
  ['links', 'login: same flow', { type: 'redirect' }],
] as const)('%s, %s', (set, name, outcome) => {
  expect(outcomeOf(set, name)).toMatchObject(outcome);
});

it('the second step of a sign-in sends the identifier of the first', () => {
  const flow = flowOf('first', 'login: credentials');
  const button = inputOf(flow, 'method', 'password');
  expect(bodyOf(flow.ui.nodes, button, { password: 'secret' })).toEqual({
    csrf_token: 'token',
    identifier: 'ada@example.com',
    method: 'password',
    password: 'secret',
  });
});

it('a passkey from the autofill list needs no button', () => {
  const flow = flowOf('first', 'login');
  const field = inputOf(flow, 'passkey_login', 'passkey');
  expect(bodyOf(flow.ui.nodes, field, {}, { passkey_login: '{}' })).toEqual({
    csrf_token: 'token',
    method: 'passkey',
    passkey_login: '{}',
  });
});

it('new backup codes are not a saved form', () => {
  expect(isSaved(flowOf('usual', 'settings: profile saved'))).toBe(true);
  expect(isSaved(flowOf('usual', 'settings: new codes'))).toBe(false);
});

it('nothing is promised that Ory says nothing about', () => {
  const { nodes } = flowOf('usual', 'settings: new codes').ui;
  expect(endsOtherSessions(nodes)).toBe(false);
  expect(passwordRule(nodes)).toBeUndefined();
  expect(codeExpiry(flowOf('usual', 'recovery: code sent'))).toBe('');
});
