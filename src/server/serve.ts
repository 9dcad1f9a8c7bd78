import { existsSync } from 'node:fs';
import { document } from '#domain/request/contract.ts';
import type { Model } from '#generated/model/index.ts';
import type { Database } from './db/client.ts';
import { StartError } from './db/start-error.ts';
import { readSettings } from './settings.ts';
import { giveMemoryBackSoon } from './spare-memory.ts';
import { type RunningServer, startServer } from './start-server.ts';

/**
 * Runs the server until it is stopped. If it can't start, it prints the reason without a stack trace and exits with
 * code 1.
 */
export async function serve(): Promise<void> {
  // Whatever this process writes is for its own user only.
  process.umask(0o077);
  try {
    if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
    const server = await startServer(readSettings(process.env));
    console.log(await greeting(server));
    stopOnSignals(server);
    giveMemoryBackSoon();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The first signal shuts down gracefully, the second one immediately. */
function stopOnSignals(server: RunningServer): void {
  let stopping = false;
  const stop = (code: number) => {
    if (stopping) process.exit(1);
    stopping = true;
    void server.close().then(() => process.exit(code));
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', (error) => {
    server.log.fatal({ err: error }, 'uncaught');
    stop(1);
  });
}

async function greeting({ url, platform }: RunningServer): Promise<string> {
  const { settings, database, mail, models, identityCheck } = platform;
  const isEmbedded = database.kind === 'pglite';
  const available = (await models.list()).filter((model) => model.available);
  const lines: [string, string | undefined][] = [
    ['data', isEmbedded ? settings.DATA_DIR : `PostgreSQL, files in ${settings.DATA_DIR}`],
    ['search', searchLine(database)],
    ['identity', identityCheck && ((await identityCheck.findMistake()) ?? settings.IDENTITY_URL)],
    ['email', mailLine(url, settings.SMTP_URL !== undefined, mail.outbox !== undefined)],
    ['', platform.verifier.assumesAddresses ? ASSUMED : undefined],
    ['models', modelsLine(available, models.silentEndpoints())],
    ['api', `${url}/docs`],
  ];
  const shown = lines.flatMap(([name, text]) => (text ? [`  ${name.padEnd(8)} ${text}`] : []));
  return [`Taskloom ${document.info.version} is ready: ${url}`, ...shown].join('\n');
}

/** Warns about missing extensions that affect search quality. */
function searchLine({ vector, bm25 }: Database): string | undefined {
  if (!vector)
    return 'by words only, because this PostgreSQL has no pgvector 0.8 or newer. To search by meaning, install it.';
  if (!bm25)
    return 'by meaning and by words. To rank words better, install pg_textsearch 1.3 or newer.';
  return undefined;
}

const ONLY_SANDBOX = `built-in sandbox only. To connect a real model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or
           COMPATIBLE_BASE_URL (any OpenAI-compatible server, for example http://localhost:11434/v1)
           or MODEL_ENDPOINTS_FILE (any number of endpoints)`;

function modelsLine(available: readonly Model[], silent: readonly string[]): string {
  const isSandboxOnly = available.every((model) => model.provider === 'sandbox');
  if (isSandboxOnly && silent.length === 0) return ONLY_SANDBOX;
  const count = isSandboxOnly ? 'built-in sandbox only' : `${available.length} available`;
  return silent.length === 0
    ? count
    : `${count}. Not responding: ${silent.join(', ')} (see the log)`;
}

/** What follows from not sending emails. */
const ASSUMED = `Nobody can verify an address, so from the second account on, free credit and joining by email domain
           need an owner's word. To trust everyone who can sign up, set TRUST_ADDRESSES=true.`;

function mailLine(url: string, hasSmtp: boolean, isReadable: boolean): string {
  if (hasSmtp) return 'sent through SMTP';
  if (isReadable) return `kept at ${url}/outbox. Set SMTP_URL to send it.`;
  return 'kept, not sent. Set SMTP_URL to send it.';
}
