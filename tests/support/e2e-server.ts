import { Resolver } from 'node:dns/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { sampleChatReply } from '#core/chat/sample-reply.ts';
import { projectMember } from '#domain/project/project.tables.ts';
import { user } from '#domain/user/user.tables.ts';
import type { Platform } from '#server/platform.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#server/start-server.ts';
import { CONTROL_PORT, type NewMember, type NewRecord } from './control.ts';
import { startOpenAiServer } from './models/openai-server.ts';

/**
 * The server for the browser stories: the real one, with an empty data directory (or the PostgreSQL in DATABASE_URL) and
 * a local OpenAI-compatible model endpoint. It listens on PORT, and on CONTROL_PORT for `control.ts`. With KRATOS_URL and
 * KRATOS_ADMIN_URL, people sign in at that Ory Kratos; IDENTITY_JWKS_URL and the like may say more about it.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-e2e-'));
const models = await startOpenAiServer();
/** What holds answers of `fake-held`, by the key in their question. */
const holds = new Map<string, PromiseWithResolvers<void>>();
const holdOf = (key: string) => {
  const hold = holds.get(key) ?? Promise.withResolvers<void>();
  holds.set(key, hold);
  return hold;
};
// The default model answers from passages, as the assistant asks, and says `ok` to everything else.
models.setReply(({ model, messages }) => {
  const texts = messages.map(({ content }) => String(content));
  if (model === 'fake-held') {
    const [key] = /held-\S+/.exec(texts.at(-1) ?? '') ?? [];
    const held = key === undefined ? {} : { held: { at: 2, until: holdOf(key).promise } };
    return { kind: 'text', text: 'one two three four five six seven eight nine ten', ...held };
  }
  const text = sampleChatReply(texts.join('\n'), texts.at(-1) ?? '') ?? 'ok';
  return { kind: 'text', text };
});

// There are no name servers but the stories.
const records = new Map<string, string>();
Resolver.prototype.resolveTxt = async (name) => {
  const value = records.get(name);
  if (value === undefined) throw Object.assign(new Error('No such record'), { code: 'ENODATA' });
  return [[value]];
};

const { KRATOS_URL, KRATOS_ADMIN_URL } = process.env;
const kratos = KRATOS_URL
  ? {
      IDENTITY_URL: KRATOS_URL,
      IDENTITY_ADMIN_URL: KRATOS_ADMIN_URL,
      PUBLIC_IDENTITY_URL: KRATOS_URL,
    }
  : {};

const server = await startServer(
  readSettings({
    ...process.env,
    ...kratos,
    DATA_DIR: dataDir,
    COMPATIBLE_BASE_URL: models.url,
    COMPATIBLE_API_KEY: 'sk-e2e',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    TRUST_ADDRESSES: 'true',
    RATE_LIMIT_PER_MINUTE: '100000',
    // The stories' tools run on this machine.
    OUTBOUND_ALLOW: '127.0.0.1',
  }),
);
serveControl(server.platform);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}

function serveControl({ database, invalidation }: Platform): void {
  const addMember = async (body: unknown) => {
    const { email, project_id, role } = body as NewMember;
    const [person] = await database.db.select().from(user).where(eq(user.email, email));
    if (!person) throw new Error(`Nobody has the address ${email}`);
    await database.db.insert(projectMember).values({ project_id, user_id: person.id, role });
    await invalidation.announce({ project: project_id });
  };
  createServer(async (request, response) => {
    try {
      if (request.url === '/member') await addMember(await json(request));
      else if (request.url === '/release') {
        const { question } = (await json(request)) as { question: string };
        const [key] = /held-\S+/.exec(question) ?? [];
        if (key) holdOf(key).resolve();
      } else if (request.url === '/record') {
        const { name, value } = (await json(request)) as NewRecord;
        records.set(name, value);
      } else throw new Error(`Unknown: ${request.url}`);
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  }).listen(CONTROL_PORT, 'localhost');
}
