import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../../tests/support/kratos/protocol/client.ts';
import recorded from '../../../tests/support/kratos/protocol/recorded.json' with { type: 'json' };
import { runScenarios } from '../../../tests/support/kratos/protocol/scenarios.ts';
import { startIdentity, type TestIdentity } from './testing/testing.ts';

/** The answers of a real Ory Kratos. `tests/support/kratos/protocol/record.ts` records them. */
const kratos = recorded as Record<string, Answer>;

/** What differs on purpose. */
const REASONS: Record<string, string> = {
  'registration: duplicate': 'the form keeps what was typed',
  'flows: submit login of another browser': 'the CSRF token is checked before the fields',
  'flows: submit registration of another browser': 'the CSRF token is checked before the fields',
  'flows: submit verification of another browser': 'the CSRF token is checked before the fields',
  'login: refresh': 'nobody is asked for the address that they are signed in with',
  'sessions: one other': 'the identity is complete, with its addresses',
};

/** Sign-up by emailed code, which can't be turned off in Kratos without turning off sign-in by code. */
const NOT_OFFERED = 'code submit method=code label 1040006';

let service: TestIdentity;
let ours: Record<string, Answer>;

beforeAll(async () => {
  service = await startIdentity();
  ours = await runScenarios({
    service: service.publicUrl,
    console: service.origin,
    codeFor: async (email) => service.codeFor(email),
  });
}, 120_000);
afterAll(() => service.close());

/** Leaves out what this service doesn't offer. For unknown paths, Kratos's 404 is plain text. */
function comparable(answer: Answer | undefined): unknown {
  const text = JSON.stringify(answer?.status === 404 ? { ...answer, body: undefined } : answer);
  return JSON.parse(text ?? 'null', (_key, value: unknown) =>
    Array.isArray(value) ? value.filter((part) => part !== NOT_OFFERED) : value,
  );
}

it('answers what Kratos answers', () => {
  expect(Object.keys(ours).sort()).toEqual(Object.keys(kratos).sort());
  const different = Object.keys(kratos).filter((name) => {
    const [own, theirs] = [ours, kratos].map((answers) => comparable(answers[name]));
    return JSON.stringify(own) !== JSON.stringify(theirs);
  });
  for (const name of different.filter((one) => !(one in REASONS)))
    expect.soft(comparable(ours[name]), name).toEqual(comparable(kratos[name]));
  expect(different.sort()).toEqual(Object.keys(REASONS).sort());
});
