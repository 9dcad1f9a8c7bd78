import type { Session } from '@ory/client';
import { describe, expect, it } from 'vitest';
import type { Project, User } from '#generated/model/index.ts';
import { type GateFacts, gateState } from './gate-state.ts';

const project = { id: 'p', org_id: 'o' } as Project;
const ready: GateFacts = {
  session: { state: 'authenticated', session: { id: 's' } as Session, token: null },
  user: { id: 'u', is_onboarding: false } as User,
  resolved: {
    project,
    selection: { projectId: 'p', orgId: 'o' },
    urlProjectMissing: false,
    shared: null,
  },
  firstPage: 'filled',
  error: null,
};
const state = (facts: Partial<GateFacts>) => gateState({ ...ready, ...facts });

describe('the gate', () => {
  it('is loading until the session, the user and the project are known', () => {
    expect(state({ session: undefined }).kind).toBe('loading');
    expect(state({ user: null }).kind).toBe('loading');
    expect(state({ resolved: undefined }).kind).toBe('loading');
    expect(state({ firstPage: 'pending' }).kind).toBe('loading');
    expect(state({}).kind).toBe('ready');
  });

  it('is unauthenticated as soon as the session check says so, whatever else failed', () => {
    const session = { state: 'unauthenticated', needsSecondFactor: false } as const;
    expect(state({ session, user: null, error: new Error() }).kind).toBe('unauthenticated');
  });

  it('reports an error unless everything is loaded anyway', () => {
    expect(state({ user: null, error: new Error() }).kind).toBe('failed');
    expect(state({ error: new Error() }).kind).toBe('ready');
  });

  it('reports that there is no project', () => {
    const resolved = {
      project: null,
      selection: { projectId: '', orgId: '' },
      urlProjectMissing: false,
      shared: null,
    };
    expect(state({ resolved }).kind).toBe('no-project');
  });

  it('requires onboarding by the flag, or when the first page has no id and did not fail', () => {
    const user = { id: 'u', is_onboarding: true } as User;
    expect(state({})).toEqual({ kind: 'ready', onboarding: false });
    expect(state({ user })).toEqual({ kind: 'ready', onboarding: true });
    expect(state({ firstPage: 'empty' })).toEqual({ kind: 'ready', onboarding: true });
    expect(state({ firstPage: 'failed' })).toEqual({ kind: 'ready', onboarding: false });
  });
});
