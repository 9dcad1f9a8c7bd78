import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Where JSON is parsed without bounds, and why that is safe: nobody outside decides what it contains. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/core/json/parse-json.ts': 'the bounded parser',
  'src/core/chat/contract/snippets.ts': 'sample code',
  'src/core/task/contract/request-runtime.ts': 'part of a client, which runs at its callers',
  'src/core/task/snippets/snippets.ts': 'sample code',
  'src/domain/idempotency.ts': 'our own response, sealed',
  'src/domain/transfer/pieces.ts': 'pieces that an import has checked and stored itself',
  'src/domain/webhook/webhook-delivery.service.ts': 'our own event, as it was sent',
  'src/mocks/browser.ts': 'what the mock panel has stored',
  'src/mocks/memory/table.ts': 'copies of rows',
  'src/mocks/persist.ts': 'what the mocks have stored',
  'src/server/access/invalidation.ts': 'a message of another node',
  'src/server/features/chat/chat-port.ts': 'a message of another node',
  'src/server/db/lock.ts': 'our own file',
  'src/server/db/migrate.ts': 'a file of the build',
  'src/server/http/console/console-preload.ts': 'a file of the build',
  'src/server/http/docs/changelog.ts': 'a file of the build',
  'src/server/http/response-check.ts': 'our own response',
  'src/domain/identity/flows/registration-claim.ts': 'our own claim, decrypted',
  'src/server/identity/http/webauthn-script.ts': 'runs in the browser',
  'src/server/identity/sessions/tokens.ts': 'our own key, decrypted',
  'src/server/platform/mail/create-mailer.ts': 'our own emails, from before they were sealed',
  'src/server/platform/mail/sealed-mail.ts': 'our own emails, sealed',
  'src/server/platform/models/providers.ts': 'our own request',
  'src/server/platform/threads/jobs.ts': 'our own definitions, on their way to a thread',
};
/** Runs in the browser. */
const BROWSER = 'src/server/http/docs/browser/';

it('parses JSON from outside with the bounded parser', () => {
  const found = ['core', 'domain', 'server', 'mocks']
    .flatMap((folder) =>
      readdirSync(join(root, 'src', folder), { recursive: true, withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(\.test|\/testing[\w-]*)\.ts$/.test(file) && !file.startsWith(BROWSER))
    .filter((file) =>
      /\bJSON\.parse\b|(?<!\bz)\.json\(\)/.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});
