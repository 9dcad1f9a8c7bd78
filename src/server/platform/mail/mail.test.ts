import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { mailMessage } from '#server/db/schema/identity.ts';
import { runWorker } from '#server/db/schema/run.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { createPresence, type Presence } from '../jobs/presence.ts';
import { loadSecrets } from '../secrets.ts';
import { createMail, isLoopback } from './create-mailer.ts';
import type { Mail, Mailer } from './mailer.ts';
import { outboxPlugin } from './outbox.plugin.ts';
import { sealMail } from './sealed-mail.ts';

let database: Database;
let presence: Presence;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(mailMessage);
  presence = createPresence(database, (error) => logged.push(String(error)));
});

const logged: string[] = [];
const log = {
  info: (_: object, message: string) => void logged.push(message),
  warn: (_: object, message: string) => void logged.push(message),
};
const sealer = loadSecrets('a secret that only these tests use', '');
const mail: Mail = {
  kind: 'security',
  to: 'ada@example.com',
  subject: 'Your code: 123456',
  text: 'Hello Ada,\n\n123456',
  html: '<p>Hello <b>Ada</b></p><script>alert(1)</script>',
  code: '123456',
};
const base = {
  sealer,
  from: 'Taskloom <no-reply@example.com>',
  isOutboxPublic: false,
  hosts: ['localhost'],
};

describe('choosing the mailer', () => {
  test.each([
    ['localhost', true],
    ['app.localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['0.0.0.0', false],
    ['192.168.1.7', false],
    ['localhost.example.com', false],
    ['127.0.0.1.example.com', false],
    ['taskloom.example.com', false],
  ])('%s is this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });

  test('the outbox is readable only on this machine, unless a setting says otherwise', async () => {
    const choose = async (hosts: string[], isOutboxPublic = false) => {
      const options = { ...base, db: database.db, presence, log, hosts, isOutboxPublic };
      return (await createMail(options)).outbox !== undefined;
    };
    expect(await choose(['localhost', 'localhost'])).toBe(true);
    expect(await choose(['0.0.0.0', 'localhost'])).toBe(false);
    expect(await choose(['localhost', 'taskloom.example.com'])).toBe(false);
    expect(await choose(['0.0.0.0', 'taskloom.example.com'], true)).toBe(true);
  });

  test("if nobody can read the outbox, the log doesn't contain the code", async () => {
    const hosts = ['0.0.0.0'];
    const { mailer } = await createMail({ ...base, db: database.db, presence, log, hosts });
    logged.length = 0;
    await mailer.send(mail);
    expect(logged.join()).toContain('SMTP_URL');
    expect(logged.join()).not.toContain('123456');
  });
});

describe('stored emails', () => {
  const secrets = /123456|Hello|token=abc/;
  const raw = async () => {
    const { rows } = await database.db.execute(sql`select * from mail_message`);
    return JSON.stringify(rows);
  };

  test.each([undefined, 'smtp://localhost:1'])(
    'contain neither codes nor links (SMTP: %s)',
    async (smtpUrl) => {
      const options = { ...base, db: database.db, presence, log, smtpUrl };
      const { mailer } = await createMail(options);
      const link = 'https://app.example.com/invitation#token=abc';
      await mailer.send({ ...mail, text: `${mail.text} ${link}`, unsubscribeUrl: link });
      await mailer.close();
      expect(await raw()).toContain(mail.to);
      expect(await raw()).not.toMatch(secrets);
    },
  );

  test('of earlier versions are sealed at the start, and can be read as before', async () => {
    const { subject, text, html } = mail;
    const stored = JSON.stringify({ subject, text, html, unsubscribeUrl: null });
    const row = sealMail(sealer, mail, { status: 'kept', now: new Date() });
    await database.db.insert(mailMessage).values({ ...row, content: `plain:${stored}` });
    expect(await raw()).toMatch(secrets);
    const { outbox } = await createMail({ ...base, db: database.db, presence, log });
    expect(await raw()).not.toMatch(secrets);
    expect(await outbox?.find(row.id)).toMatchObject({ subject, text, html });
  });
});

describe('the outbox', () => {
  async function outbox() {
    const app = Fastify();
    const { mailer, outbox } = await createMail({ ...base, db: database.db, presence, log });
    if (outbox) await app.register(outboxPlugin, { outbox });
    return { app, mailer };
  }

  test('lists the emails, shows them in a sandboxed frame, and logs the code', async () => {
    const { app, mailer } = await outbox();
    logged.length = 0;
    await mailer.send(mail);
    expect(logged.join()).toContain('123456');
    const list = await app.inject('/outbox');
    expect(list.statusCode).toBe(200);
    expect(list.headers['cache-control']).toBe('no-store');
    const path = list.body.match(/href="(\/outbox\/[^"]+)"/)?.[1] ?? '';
    const page = await app.inject(path);
    expect(page.body).toContain('Your code: 123456');
    expect(page.body).toContain('sandbox=');
    expect(page.body).not.toContain('<script>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    await app.close();
  });

  test('is empty at first; a deleted email is 404', async () => {
    const { app } = await outbox();
    expect((await app.inject('/outbox')).body).toContain('No emails yet.');
    expect((await app.inject('/outbox/none')).statusCode).toBe(404);
    await app.close();
  });

  test('deletes emails after a week', async () => {
    const { mailer } = await outbox();
    await mailer.send(mail);
    await mailer.cleanup();
    expect(await database.db.select().from(mailMessage)).toHaveLength(1);
    const later = new Date(Date.now() + 8 * 24 * 3_600_000);
    const { mailer: old } = await createMail({
      ...base,
      db: database.db,
      presence,
      log,
      clock: () => later,
    });
    await old.cleanup();
    expect(await database.db.select().from(mailMessage)).toHaveLength(0);
  });
});

describe('SMTP', () => {
  let server: Server;
  let received: string[];
  let refuse: boolean;
  /** How long the server takes to accept a message. */
  let delayMs: number;
  let mailer: Mailer;
  let now: Date;

  /** A minimal SMTP server that accepts or rejects a message. */
  function converse(socket: Socket): void {
    let body: string | undefined;
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split(/\r\n/)) {
        if (body !== undefined) {
          if (line === '.') {
            received.push(body);
            body = undefined;
            setTimeout(() => socket.write('250 taken\r\n'), delayMs);
          } else body += `${line}\n`;
        } else if (line.startsWith('EHLO')) socket.write('250 test\r\n');
        else if (line.startsWith('MAIL')) socket.write(refuse ? '451 later\r\n' : '250 ok\r\n');
        else if (line.startsWith('RCPT')) socket.write('250 ok\r\n');
        else if (line === 'DATA') {
          body = '';
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (line) socket.write('250 ok\r\n');
      }
    });
  }

  beforeEach(async () => {
    received = [];
    refuse = false;
    delayMs = 0;
    now = new Date();
    server = createServer(converse);
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const smtpUrl = `smtp://localhost:${port}`;
    const clock = () => now;
    ({ mailer } = await createMail({ ...base, db: database.db, presence, log, smtpUrl, clock }));
  });
  afterEach(async () => {
    await mailer.close();
    await presence.close();
    await new Promise((done) => server.close(done));
  });

  const rows = () => database.db.select().from(mailMessage);

  test('sends the email and stores nothing', async () => {
    await mailer.send(mail);
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]).toContain('To: ada@example.com');
    expect(received[0]).toContain('no-reply@example.com');
    await expect.poll(rows).toHaveLength(0);
  });

  test('codes are not delayed by thousands of invitations, nor one organisation by another', async () => {
    delayMs = 20;
    const order: string[] = [];
    const invite = (orgId: string, n: number): Mail => ({
      kind: 'invitation',
      orgId,
      to: `${orgId}-${n}@example.com`,
      subject: 'Join us',
      text: 'https://app.example.com/invitation#token=abc',
      html: '',
    });
    const rows = Array.from({ length: 300 }, (_, n) =>
      sealMail(sealer, invite('flood', n), { status: 'queued', now }),
    );
    await database.db.insert(mailMessage).values(rows);
    await mailer.send(invite('flood', 300));
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await mailer.send(mail);
    await mailer.send(invite('small', 0));
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(303);
    for (const text of received) order.push(/To: (.*)/.exec(text)?.[1]?.trim() ?? '');
    // Only messages that were being sent already come first, one per connection.
    expect(order.indexOf(mail.to)).toBeLessThan(60);
    expect(order.indexOf('small-0@example.com')).toBeLessThan(60);
  });

  test('a rejected email is kept and sent later', async () => {
    refuse = true;
    await mailer.send(mail);
    const due = async () => (await rows())[0]?.dueAt.getTime();
    await expect.poll(due).toBe(now.getTime() + 5000);
    refuse = false;
    await mailer.cleanup();
    expect(received).toHaveLength(0);
    now = new Date(now.getTime() + 5 * 60_000);
    await mailer.cleanup();
    expect(received).toHaveLength(1);
    expect(await rows()).toHaveLength(0);
  });

  test('after five rejections, it gives up', async () => {
    refuse = true;
    await mailer.send(mail);
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    for (let tries = 0; tries < 6; tries += 1) {
      now = new Date(now.getTime() + 3_600_000);
      await mailer.cleanup();
    }
    expect((await rows())[0]).toMatchObject({ status: 'failed', attempts: 5 });
    now = new Date(now.getTime() + 24 * 3_600_000);
    await mailer.cleanup();
    expect(await rows()).toHaveLength(0);
  });

  test('gives up on an email that killed its process on every attempt', async () => {
    await mailer.send(mail);
    await expect.poll(() => received.length).toBe(1);
    const row = sealMail(sealer, mail, { status: 'queued', now });
    await database.db.insert(mailMessage).values({ ...row, id: 'mail_1', attempts: 5 });
    await mailer.cleanup();
    expect(received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ id: 'mail_1', status: 'failed' }]);
  });

  test('sends what a process was sending as soon as it is found dead', async () => {
    await database.db.insert(runWorker).values({ id: 'dead', seen_at: now.toISOString() });
    await database.db.insert(mailMessage).values({
      ...sealMail(sealer, mail, { status: 'queued', now }),
      attempts: 1,
      workerId: 'dead',
      leaseUntil: new Date(now.getTime() + 60_000),
    });
    await mailer.cleanup();
    expect(received).toHaveLength(0);
    await presence.start();
    await expect.poll(rows, { timeout: 15_000 }).toHaveLength(0);
    expect(received).toHaveLength(1);
  });

  test("without an SMTP server, sending doesn't fail", async () => {
    const smtpUrl = 'smtp://localhost:1';
    const { mailer: lost } = await createMail({ ...base, db: database.db, presence, log, smtpUrl });
    await lost.send(mail);
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    await lost.close();
    expect((await rows())[0]?.status).toBe('queued');
  });
});
