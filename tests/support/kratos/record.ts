import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnswerSet } from './answers.ts';
import { type Answer, visit } from './browser.ts';
import { normalise } from './normalise.ts';
import type { Recorder } from './recorder.ts';
import { protocol } from './scenarios/protocol.ts';
import { screens } from './scenarios/screens.ts';

/**
 * Records what a real Ory Kratos answers, for the tests that compare with it:
 * `node tests/support/kratos/record.ts --set usual`, with KRATOS_URL, KRATOS_ADMIN_URL and CONSOLE_URL. Each set needs the
 * settings that its scenario names.
 */
const { KRATOS_URL = 'http://localhost:4433', KRATOS_ADMIN_URL = 'http://localhost:4434' } =
  process.env;
const { CONSOLE_URL = 'http://localhost:4100' } = process.env;
const { values } = parseArgs({ options: { set: { type: 'string' } } });
const service = { base: KRATOS_URL.replace(/\/+$/, ''), origin: CONSOLE_URL };

const sets: Record<AnswerSet, (recorder: Recorder) => Promise<void>> = { ...screens, protocol };
for (const [set, scenario] of Object.entries(sets)) {
  if (values.set !== undefined && values.set !== set) continue;
  const lines: string[] = [];
  await scenario({
    origin: CONSOLE_URL,
    visitor: () => visit(service),
    email: () => `${randomUUID().slice(0, 8)}-person@example.com`,
    keep(name, { request, status, body }) {
      lines.push(JSON.stringify({ name, request, status, body: normalise(body, service) }));
    },
    mailed,
    admin,
  });
  writeFileSync(join(import.meta.dirname, `answers-${set}.jsonl`), `${lines.join('\n')}\n`);
}

async function admin(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${KRATOS_ADMIN_URL}/admin${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}

/** What a pattern finds in the latest email to an address. */
async function mailed(email: string, pattern: RegExp): Promise<string> {
  const { body } = await admin('GET', `/courier/messages?recipient=${encodeURIComponent(email)}`);
  const [latest] = body as { body: string }[];
  const found = pattern.exec(latest?.body ?? '')?.[0];
  if (!found) throw new Error(`No ${pattern} in the emails to ${email}`);
  return found;
}
