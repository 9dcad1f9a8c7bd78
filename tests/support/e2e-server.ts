import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleChatReply } from '#core/chat/sample-reply.ts';
import { startOpenAiServer } from './openai-server.ts';

/**
 * The server for the browser stories: the real one, with an empty data directory (or the PostgreSQL in DATABASE_URL) and
 * a local OpenAI-compatible model endpoint. It listens on PORT.
 */
const root = join(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-e2e-'));
const models = await startOpenAiServer();
// The default model answers from passages, as the assistant asks, and says `ok` to everything else.
models.setReply(({ messages }) => {
  const texts = messages.map(({ content }) => String(content));
  const text = sampleChatReply(texts.join('\n'), texts.at(-1) ?? '') ?? 'ok';
  return { kind: 'text', text };
});

const server = spawn(process.execPath, ['src/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    COMPATIBLE_BASE_URL: models.url,
    COMPATIBLE_API_KEY: 'sk-e2e',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    RATE_LIMIT_PER_MINUTE: '100000',
    // The stories' tools run on this machine.
    OUTBOUND_ALLOW: '127.0.0.1',
  },
});

server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
