import { getResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { visit } from '../../../tests/support/kratos/browser.ts';
import { compareWithKratos } from '../../../tests/support/kratos/compare.ts';
import { mockHandlers } from '../bind.ts';
import { seedWorld } from '../seed/world.ts';
import { createStore } from '../store.ts';
import type { Tab } from '../tab.ts';
import { ORIGIN } from '../testing.ts';

/** Passkeys and security keys, which the mocks don't have, and sign-up by emailed code. */
const NOT_OFFERED = /^(passkey|webauthn) |^code submit method=code label 1040006$/;

/** What differs from the recorded answers of a real Ory Kratos on purpose. */
const ONE_BROWSER = 'the mocks keep no cookies: all visitors use one browser';
const REASONS: Record<string, string> = {
  'registration: duplicate': 'the form keeps what was typed',
  'flows: login of another browser': ONE_BROWSER,
  'flows: registration of another browser': ONE_BROWSER,
  'flows: recovery of another browser': ONE_BROWSER,
  'flows: verification of another browser': ONE_BROWSER,
  'flows: submit login of another browser': 'the CSRF token is checked before the fields',
  'flows: submit registration of another browser': 'the CSRF token is checked before the fields',
  'flows: submit verification of another browser': 'the CSRF token is checked before the fields',
  'login: refresh': 'nobody is asked for the address that they are signed in with',
  'sessions: one other': 'the identity is complete, with its addresses',
};

beforeEach(() => void vi.spyOn(console, 'info').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

it('answers what Kratos answers', async () => {
  const store = createStore(seedWorld({ persona: 'signed-out' }));
  const { requests } = mockHandlers(store);
  const base = `${ORIGIN}/identity`;
  /** Each visitor has a tab with a session of its own, in place of cookies. */
  const visitor = () => {
    const tab: Tab = { persona: undefined, session: null };
    return visit({
      base,
      origin: ORIGIN,
      async send(request) {
        store.tab = tab;
        const response = await getResponse(requests, request);
        if (!response) throw new Error(`No mock handles ${request.method} ${request.url}`);
        return response;
      },
    });
  };
  const found = await compareWithKratos(
    { base, origin: ORIGIN, visitor },
    async (email) => store.data.identity.outbox.findLast(({ to }) => to === email)?.code ?? '',
    NOT_OFFERED,
  );
  for (const { name, own, kratos } of found)
    if (!(name in REASONS)) expect.soft(own, name).toEqual(kratos);
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(REASONS).sort());
});
