import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareWithKratos } from '../../../tests/support/kratos/compare.ts';
import { startIdentity, type TestIdentity } from './testing/testing.ts';

/** What differs from the recorded answers of a real Ory Kratos on purpose. */
const REASONS: Record<string, string> = {
  'registration: duplicate': 'the form keeps what was typed',
  'flows: submit login of another browser': 'the CSRF token is checked before the fields',
  'flows: submit registration of another browser': 'the CSRF token is checked before the fields',
  'flows: submit verification of another browser': 'the CSRF token is checked before the fields',
  'login: refresh': 'nobody is asked for the address that they are signed in with',
  'sessions: one other': 'the identity is complete, with its addresses',
};

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

it('answers what Kratos answers', async () => {
  const { publicUrl: base, origin } = service;
  const found = await compareWithKratos({ base, origin }, async (email) => {
    // Kratos doesn't ask, so the recorded people don't wait to be asked either.
    const { subject = '' } = service.mails.findLast(({ to }) => to === email) ?? {};
    if (!subject.startsWith('Verify')) await service.prove(email);
    return service.codeFor(email);
  });
  for (const { name, own, kratos } of found)
    if (!(name in REASONS)) expect.soft(own, name).toEqual(kratos);
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(REASONS).sort());
}, 120_000);
