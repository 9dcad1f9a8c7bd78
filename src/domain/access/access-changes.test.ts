import { describe, expect, it, vi } from 'vitest';
import type { StandingPort } from '../authorise.ts';
import { Events } from '../events.ts';
import type { OAuthPrincipal, UserPrincipal } from '../principal.ts';
import { AccessFollowers, concerns, whileAllowed } from './access-changes.ts';

const principal: UserPrincipal = {
  type: 'user',
  userId: 'user_1',
  identityId: 'identity_1',
  sessionId: 'session_1',
  name: 'Ada',
  email: 'ada@example.com',
};
const params = { orgId: 'org_1', projectId: 'project_1' };
const permission = { level: 'project', name: 'run_task' } as const;

function open() {
  const access = new AccessFollowers();
  const standing = {
    of: vi.fn<StandingPort['of']>(async () => ({
      orgRole: 'member',
      projectRole: 'member',
      projectExists: true,
      seesOrg: true,
      shares: [],
    })),
  };
  const unfollowed = vi.fn();
  const inner = new Events({
    read: () => ({ events: [{ id: '1', type: 'token', data: 'a' }], isOver: false }),
    follow: () => unfollowed,
  });
  const domain = { access, standing: standing as unknown as StandingPort };
  const events = whileAllowed(inner, domain, { permission }, { principal, params });
  const onChange = vi.fn();
  const stop = events.follow(onChange);
  return { access, standing, inner, events, onChange, stop, unfollowed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('an open stream', () => {
  it('ends as soon as its reader loses access', async () => {
    const { access, standing, events, onChange } = open();
    standing.of.mockResolvedValue(undefined);
    access.tell({ user: 'user_1' });
    await settled();
    expect(onChange).toHaveBeenCalledOnce();
    expect(events.read()).toEqual({ events: [], isOver: true });
  });

  it('goes on after changes that leave access, or that are about others', async () => {
    const { access, standing, events, onChange } = open();
    access.tell({ user: 'user_1' });
    await settled();
    standing.of.mockResolvedValue(undefined);
    access.tell({ user: 'user_2' });
    access.tell({ org: 'org_2' });
    await settled();
    expect(onChange).not.toHaveBeenCalled();
    expect(events.read().isOver).toBe(false);
  });

  it('goes on while roles cannot be read', async () => {
    const { access, standing, events } = open();
    standing.of.mockRejectedValue(new Error('The database is down'));
    access.tell({ project: 'project_1' });
    await settled();
    expect(events.read().isOver).toBe(false);
  });

  it('of an app ends when its person revokes what they allowed, or its client changes', () => {
    const app = {
      type: 'oauth_client',
      clientId: 'client_1',
      grantId: 'grant_1',
      createdBy: 'user_1',
    } as OAuthPrincipal;
    for (const [change, ends] of [
      [{ grant: 'grant_1' }, true],
      [{ client: 'client_1' }, true],
      [{ grant: 'grant_2' }, false],
      [{ client: 'client_2' }, false],
    ] as const) {
      const { access, standing, inner } = open();
      const domain = { access, standing: standing as unknown as StandingPort };
      const events = whileAllowed(inner, domain, { permission }, { principal: app, params });
      events.follow(() => undefined);
      access.tell(change);
      expect([change, events.read().isOver]).toEqual([change, ends]);
    }
  });

  it('is no longer watched once its reader has left', async () => {
    const { access, standing, stop, unfollowed } = open();
    stop();
    access.tell({ user: 'user_1' });
    await settled();
    expect(unfollowed).toHaveBeenCalledOnce();
    expect(standing.of).not.toHaveBeenCalled();
  });
});

it('a change concerns a person, a key and everyone in an organisation or project', () => {
  const key = {
    ...{ type: 'api_key', keyId: 'key_1', createdBy: 'user_1' },
    ...{ orgId: 'org_1', projectId: 'project_1', name: 'CI' },
  } as never;
  expect(concerns({ apiKey: 'key_1' }, key, params)).toBe(true);
  expect(concerns({ apiKey: 'key_2' }, key, params)).toBe(false);
  expect(concerns({ org: 'org_1' }, principal, params)).toBe(true);
  expect(concerns({ task: 'task_1' }, principal, params)).toBe(false);
});
