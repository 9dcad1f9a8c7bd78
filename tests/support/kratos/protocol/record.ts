import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScenarios } from './scenarios.ts';

/**
 * Records the answers of a real Ory Kratos, which the embedded service's are compared with. By hand:
 * `KRATOS_URL=http://localhost:4433 KRATOS_ADMIN_URL=http://localhost:4434 node tests/support/kratos/protocol/record.ts`.
 * Kratos needs the configuration at `/docs/identity`, with passkeys and security keys, and without bcrypt's full cost.
 */
const service = addressOf('KRATOS_URL');
const admin = addressOf('KRATOS_ADMIN_URL');
const consoleUrl = process.env.CONSOLE_URL ?? 'http://localhost:4000';

const answers = await runScenarios({ service, console: consoleUrl, codeFor });
const file = join(import.meta.dirname, 'recorded.json');
writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
console.log(`${Object.keys(answers).length} answers recorded in ${file}`);

function addressOf(name: string): string {
  const text = process.env[name];
  if (!text) throw new Error(`Set ${name}`);
  return text.replace(/\/+$/, '');
}

/** The code in the latest message to an address. Kratos queues messages, so it is already there. */
async function codeFor(email: string): Promise<string> {
  const response = await fetch(
    `${admin}/admin/courier/messages?recipient=${encodeURIComponent(email)}`,
  );
  const messages = (await response.json()) as { body: string; created_at: string }[];
  const [latest] = messages.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const code = /\b\d{6}\b/.exec(latest?.body ?? '')?.[0];
  if (!code) throw new Error(`No code was sent to ${email}`);
  return code;
}
