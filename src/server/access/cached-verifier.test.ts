import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessChange } from '#domain/authorise.ts';
import { cacheVerifier } from './cached-verifier.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

const ada = {
  identityId: 'i-ada',
  sessionId: 's-1',
  email: 'ada@example.com',
  name: 'Ada',
  isVerified: true,
  knownAt: 0,
};
const bob = { ...ada, identityId: 'i-bob', sessionId: 's-2' };

let asked: number;
let isActive: boolean;
let isExact: boolean;
let announces: boolean;
let forget: ((change: AccessChange) => void)[];
let verifier: Required<IdentityVerifier>;
/** Runs while a request is in progress. */
let meanwhile: () => void;

beforeEach(() => {
  asked = 0;
  isActive = true;
  isExact = true;
  announces = true;
  forget = [];
  meanwhile = () => {};
  verifier = open();
});

function open(): Required<IdentityVerifier> {
  const identity: Required<IdentityVerifier> = {
    announces,
    assumesAddresses: false,
    verifyToken: async () => ada,
    async whoami() {
      asked += 1;
      return isActive ? ada : null;
    },
    async findSession(bearer) {
      asked += 1;
      const result = isActive ? bearer : null;
      await Promise.resolve();
      meanwhile();
      return result;
    },
  };
  const invalidation = { on: forget.push.bind(forget), isExact: () => isExact };
  return cacheVerifier(identity, invalidation) as Required<IdentityVerifier>;
}

const changed = (identity: string) => {
  for (const tell of forget) tell({ identity });
};

it('checks once whether a session is active, until something about the person changes', async () => {
  await Promise.all([verifier.findSession(ada), verifier.findSession(ada)]);
  await verifier.findSession(ada);
  expect(asked).toBe(1);
  await verifier.findSession(bob);
  expect(asked).toBe(2);
  isActive = false;
  changed(ada.identityId);
  expect(await verifier.findSession(ada)).toBeNull();
  expect(await verifier.findSession(bob)).toEqual(bob);
  expect(asked).toBe(3);
});

it("doesn't cache a result that is older than a change", async () => {
  meanwhile = () => {
    isActive = false;
    changed(ada.identityId);
  };
  await verifier.findSession(ada);
  expect(await verifier.findSession(ada)).toBeNull();
});

it('checks every time while changes on other nodes may be missed', async () => {
  await verifier.findSession(ada);
  isExact = false;
  isActive = false;
  expect(await verifier.findSession(ada)).toBeNull();
});

describe('a service that announces nothing', () => {
  beforeEach(() => {
    announces = false;
    verifier = open();
  });

  it("is asked by each request about a token's session, and once by those at the same time", async () => {
    await Promise.all([verifier.findSession(ada), verifier.findSession(ada)]);
    expect(asked).toBe(1);
    isActive = false;
    expect(await verifier.findSession(ada)).toBeNull();
  });

  it('is asked again about a cookie only if the result must be fresh', async () => {
    await verifier.whoami('session=ada');
    isActive = false;
    expect(await verifier.whoami('session=ada')).toEqual(ada);
    expect(asked).toBe(1);
    expect(await verifier.whoami('session=ada', true)).toBeNull();
  });
});
