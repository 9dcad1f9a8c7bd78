import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type { VerifiedPerson } from '../../access/identity-verifier.ts';
import { startTestApp, type TestApp, testPerson, testVerifier } from '../../testing.ts';

let server: TestApp;
/** The traits that the identity service reports for people. */
const traits = new Map<string, Partial<VerifiedPerson>>();

beforeAll(async () => {
  server = await startTestApp(
    {},
    {
      verifier: {
        ...testVerifier,
        async verifyToken(token) {
          const name = token.replace('token-', '');
          return { ...testPerson(name), ...traits.get(name) };
        },
      },
    },
  );
});
afterAll(() => server.close());

describe('the first call of a person', () => {
  it('creates user, organisation, project and credit exactly once, even with concurrent calls', async () => {
    const ada = server.as('ada');
    const calls = await Promise.all(Array.from({ length: 20 }, () => ada('GET', '/user')));
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(calls.map(({ body }) => body.id)).size).toBe(1);
    const orgs = (await ada('GET', '/org')).body.results;
    expect(orgs).toMatchObject([
      { name: "ada's organisation", role: 'owner', plan_status: 'free' },
    ]);
    const projects = (await ada('GET', `/org/${orgs[0].id}/project`)).body.results;
    expect(projects).toMatchObject([{ name: 'My first project', role: 'owner' }]);
    const balance = (await ada('GET', `/org/${orgs[0].id}/balance`)).body;
    // $5, as specified.
    expect(balance).toMatchObject({ balance: 5_000_000, granted: 5_000_000, spent: 0 });
    const { rows } = await server.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ledger_entry where org_id = ${orgs[0].id}`,
    );
    expect(rows[0]?.n).toBe(1);
  });

  it('brings the credit once the address is verified, once per person and mailbox', async () => {
    const balanceOf = async (name: string) => {
      const call = server.as(name);
      const org = (await call('GET', '/org')).body.results[0].id;
      return (await call('GET', `/org/${org}/balance`)).body;
    };
    traits.set('dee', { isVerified: false, email: 'dee.two@gmail.com' });
    const before = await balanceOf('dee');
    expect(before).toMatchObject({ balance: 0, granted: 0, credit_due: WELCOME_CREDIT });
    expect(before.note).toMatch(/^Verify your email address to receive \$5 /);
    traits.set('dee', { isVerified: true, email: 'dee.two@gmail.com' });
    await Promise.all(Array.from({ length: 10 }, () => server.as('dee')('GET', '/user')));
    const granted = { balance: WELCOME_CREDIT, granted: WELCOME_CREDIT, credit_due: 0, note: null };
    expect(await balanceOf('dee')).toMatchObject(granted);
    traits.set('dee', { isVerified: true, email: 'another@gmail.com' });
    expect(await balanceOf('dee')).toMatchObject(granted);

    for (const email of ['dee.two+x@gmail.com', 'D.e.eTwo@googlemail.com']) {
      const name = email.replace(/\W/g, '');
      traits.set(name, { isVerified: true, email });
      const second = await balanceOf(name);
      expect(second).toMatchObject({ balance: 0, granted: 0, credit_due: 0 });
      expect(second.note).toMatch(/once per person/);
    }
  });

  it('leaves nothing behind when it fails halfway', async () => {
    traits.set('nomail', { email: '' });
    const response = await server.as('nomail')('GET', '/user');
    expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
    const { rows } = await server.database.db.execute(
      sql`select 1 from "user" where identity_id = 'identity-nomail'`,
    );
    expect(rows).toEqual([]);
  });

  it('uses the address of a person without a name', async () => {
    traits.set('anon', { name: '  ' });
    expect((await server.as('anon')('GET', '/user')).body.name).toBe('anon');
  });
});

describe('the user', () => {
  it('begins with onboarding, until that is finished or skipped', async () => {
    const nova = server.as('nova');
    expect((await nova('GET', '/user')).body.is_onboarding).toBe(true);
    await nova('PATCH', '/user', { job_role: 'Engineer' });
    expect((await nova('GET', '/user')).body.is_onboarding).toBe(true);
    await nova('PATCH', '/user', { is_onboarding: false });
    expect((await nova('GET', '/user')).body).toMatchObject({
      is_onboarding: false,
      job_role: 'Engineer',
    });
  });

  it('changes only the fields sent', async () => {
    const bea = server.as('bea');
    const changed = await bea('PATCH', '/user', { bio: 'Hello', job_role: 'Engineer' });
    expect(changed.body).toMatchObject({ name: 'bea', bio: 'Hello', job_role: 'Engineer' });
    const again = await bea('PATCH', '/user', { name: ' Bea B. ', job_role: null });
    expect(again.body).toMatchObject({ name: 'Bea B.', bio: 'Hello', job_role: null });
    expect((await bea('GET', '/user')).body).toEqual(again.body);
  });

  it('adopts changes from the identity service, but keeps a name set here until it changes there', async () => {
    const cy = server.as('cy');
    await cy('PATCH', '/user', { name: 'Captain Cy' });
    traits.set('cy', { email: 'cy@new.example.com' });
    expect((await cy('GET', '/user')).body).toMatchObject({
      name: 'Captain Cy',
      email: 'cy@new.example.com',
    });
    traits.set('cy', { email: 'cy@new.example.com', name: 'Cyrus' });
    expect((await cy('GET', '/user')).body.name).toBe('Cyrus');
  });
});

describe('the picture', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  function form(bytes: Buffer, { field = 'file', name = 'me.png' } = {}) {
    const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
    return {
      method: 'PUT' as const,
      url: '/api/v1/user/avatar',
      headers: {
        authorization: 'Bearer token-dan',
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    };
  }

  it('is stored, served in a sandbox, and deleted when it is removed', async () => {
    const { status, body } = await server.call(form(png));
    expect(status).toBe(200);
    expect(body.avatar_url).toMatch(/^\/files\/avatar\/[0-9a-f]{32}\.png$/);
    const file = await server.call({ url: body.avatar_url });
    expect(file.headers['content-type']).toBe('image/png');
    expect(file.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(file.headers['cache-control']).toContain('immutable');
    const gone = await server.as('dan')('DELETE', '/user/avatar');
    expect(gone.body.avatar_url).toBeNull();
    const folder = join(server.platform.settings.DATA_DIR, 'files/avatar');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is rejected if its form is cut off', async () => {
    const whole = form(png);
    for (const length of [20, whole.payload.length - 30]) {
      const cut = await server.call({ ...whole, payload: whole.payload.subarray(0, length) });
      expect(cut.status).toBe(400);
    }
  });

  it('is rejected if it is small but would expand to too many pixels', async () => {
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const { status, body } = await server.call(form(bomb));
    expect([status, body.code]).toEqual([400, 'image_unreadable']);
  });

  it('has its type recognised by its bytes, not its name', async () => {
    const svg = await server.call(form(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
    expect(svg.status).toBe(415);
    expect(svg.body).toMatchObject({
      code: 'unsupported_image',
      detail: MESSAGES.image.unsupported,
      errors: [{ pointer: '/file' }],
    });
  });

  it('must be complete', async () => {
    const { status, body } = await server.call(form(png.subarray(0, 50)));
    expect([status, body.code]).toEqual([400, 'image_unreadable']);
  });

  it('must be under 2 MB', async () => {
    const { status, body } = await server.call(form(Buffer.concat([png, Buffer.alloc(2 ** 21)])));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(body.detail).toBe('Please upload file under 2mb');
  });

  it('must be in the field named by the contract', async () => {
    const { status, body } = await server.call(form(png, { field: 'picture' }));
    expect([status, body.errors[0].pointer]).toEqual([400, '/picture']);
    const empty = await server.call({ ...form(png), payload: '--b--\r\n' });
    expect([empty.status, empty.body.errors[0].pointer]).toEqual([400, '/file']);
  });

  it('must be sent as a form', async () => {
    const response = await server.as('dan')('PUT', '/user/avatar', { file: 'x' });
    expect(response.status).toBe(415);
  });

  it('is kept while another user has the same one', async () => {
    const { body } = await server.call(form(png));
    const other = form(png);
    await server.call({
      ...other,
      headers: { ...other.headers, authorization: 'Bearer token-eli' },
    });
    await server.as('dan')('DELETE', '/user/avatar');
    const path = join(server.platform.settings.DATA_DIR, body.avatar_url);
    expect(existsSync(path)).toBe(true);
    await server.as('eli')('DELETE', '/user/avatar');
    expect(existsSync(path)).toBe(false);
  });
});
