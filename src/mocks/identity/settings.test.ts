import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../seed/people.ts';
import {
  type Any,
  createVisitor,
  inputNames,
  messageIds,
  type Visitor,
} from './testing-visitor.ts';

let visitor: Visitor;
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  visitor = createVisitor();
});

describe('settings', () => {
  it('require a session', async () => {
    const { status, body } = await visitor.get('/self-service/settings/browser');
    expect([status, body.error.id]).toEqual([401, 'session_inactive']);
  });

  it('change the profile', async () => {
    await visitor.signIn();
    const saved = await visitor.submit(await visitor.begin('settings'), {
      method: 'profile',
      traits: { email: 'ada@example.com', name: 'Ada King' },
    });
    expect(saved.body.identity.traits.name).toBe('Ada King');
    const empty = await visitor.submit(saved.body, { method: 'profile', 'traits.name': '' });
    expect(empty.status).toBe(400);
  });

  it('change the password and end all other sessions', async () => {
    await visitor.signIn();
    const same = await visitor.submit(await visitor.begin('settings'), {
      method: 'password',
      password: PASSWORD,
    });
    expect(same.status).toBe(400);
    expect((await visitor.get('/sessions')).body).toHaveLength(1);
    await visitor.submit(same.body, { method: 'password', password: 'another password' });
    expect((await visitor.get('/sessions')).body).toHaveLength(0);
  });

  it('link an authenticator app, which is then required', async () => {
    await visitor.signIn();
    const flow = await visitor.begin('settings');
    const secretNode = flow.ui.nodes.find((n) => n.attributes.node_type === 'text');
    const { secret } = (secretNode as Any).attributes.text.context;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    expect((await visitor.submit(flow, { method: 'totp', totp_code: '000' })).status).toBe(400);
    const linked = await visitor.submit(flow, { method: 'totp', totp_code: totp.generate() });
    expect(inputNames(linked.body)).toContain('totp_unlink');
    await visitor.logout();

    const first = await visitor.signIn();
    expect([first.status, first.body.error.id]).toEqual([422, 'browser_location_change_required']);
    expect((await visitor.get('/sessions/whoami')).body.error.id).toBe('session_aal2_required');
    const second = await visitor.begin('login', '?aal=aal2');
    expect((await visitor.submit(second, { method: 'totp', totp_code: '000000' })).status).toBe(
      400,
    );
    // A code works once.
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await visitor.submit(second, { method: 'totp', totp_code: next })).status).toBe(200);
    expect((await visitor.get('/sessions/whoami')).body.authenticator_assurance_level).toBe('aal2');
    const unlinked = await visitor.submit(await visitor.begin('settings'), { totp_unlink: 'true' });
    expect(inputNames(unlinked.body)).toContain('totp_code');
  });

  it('generate backup codes, each of which works once', async () => {
    await visitor.signIn();
    const shown = await visitor.submit(await visitor.begin('settings'), {
      lookup_secret_regenerate: 'true',
    });
    expect([shown.body.state, messageIds(shown.body)]).toEqual(['show_form', []]);
    const text = shown.body.ui.nodes.find((n: Any) => n.attributes.id === 'lookup_secret_codes');
    const secrets = text.attributes.text.context.secrets.map((s: Any) => s.context.secret);
    expect(secrets).toHaveLength(12);
    await visitor.submit(shown.body, { lookup_secret_confirm: 'true' });
    for (const expected of [200, 400]) {
      await visitor.logout();
      await visitor.signIn();
      const flow = await visitor.begin('login', '?aal=aal2');
      const used = await visitor.submit(flow, {
        method: 'lookup_secret',
        lookup_secret: secrets[0],
      });
      expect(used.status).toBe(expected);
    }
  });

  it('require signing in again after a while', async () => {
    await visitor.signIn();
    const flow = await visitor.begin('settings');
    const session =
      visitor.bench.store.data.identity.sessions[visitor.bench.store.data.identity.current ?? ''];
    if (session) session.authenticatedAt = new Date(0);
    const { status, body } = await visitor.submit(flow, {
      method: 'password',
      password: 'another password',
    });
    expect([status, body.error.id]).toEqual([403, 'session_refresh_required']);
    expect(body.redirect_browser_to).toContain('refresh=true');
  });
});
