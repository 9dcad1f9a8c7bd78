import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Stripe's OpenAPI document, `spec3.json` of github.com/stripe/openapi. It isn't part of the project. */
export const stripeDocument = process.env.STRIPE_OPENAPI;

/**
 * The tests of payments, in which each request to the local Stripe, each of its responses and each of its events is
 * checked against Stripe's own OpenAPI document.
 * @throws Error with what the document doesn't allow
 */
export async function checkStripe(): Promise<void> {
  if (stripeDocument === undefined)
    throw new Error("Set STRIPE_OPENAPI to the path of Stripe's OpenAPI document (spec3.json).");
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', 'src/server/features/billing', '--maxWorkers=1'];
  try {
    await run(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as Record<string, string>;
    throw new Error(`${stdout}${stderr}`);
  }
}
