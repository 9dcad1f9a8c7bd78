import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { changelogPage } from './docs/changelog.ts';
import { guidePage } from './docs/guide.ts';
import { IDENTITY_FILES } from './docs/identity/files.ts';
import { identityPage } from './docs/identity/identity-page.ts';
import { mocksPage } from './docs/mocks.ts';
import { SCRIPT_PATH } from './docs/page.ts';
import { problemsPage } from './docs/problems.ts';
import { referencePage } from './docs/reference.ts';
import { securityPage } from './docs/security-page.ts';
import { widgetPage } from './docs/widget.ts';
import { createSentPage, type SentPage } from './sent-page.ts';

const SCRIPT = join(import.meta.dirname, '../../../generated/docs/docs.js');

/** Serves the documentation under /docs. Each page is generated from the contract on its first request. */
export function serveDocs(app: FastifyInstance): void {
  const pages: Record<string, () => SentPage> = {
    '/docs/guide': () => createSentPage(guidePage()),
    '/docs': () => createSentPage(referencePage()),
    '/docs/errors': () => createSentPage(problemsPage()),
    '/docs/changelog': () => createSentPage(changelogPage()),
    '/docs/mocks': () => createSentPage(mocksPage()),
    '/docs/widget': () => createSentPage(widgetPage()),
    '/docs/identity': () => createSentPage(identityPage()),
    '/docs/security': () => createSentPage(securityPage()),
    ...Object.fromEntries(
      Object.entries(IDENTITY_FILES).map(([name, text]) => [
        `/docs/identity/${name}`,
        () => createSentPage(text, 'text/plain'),
      ]),
    ),
    [SCRIPT_PATH]: () => createSentPage(readFileSync(SCRIPT, 'utf8'), 'text/javascript'),
  };
  for (const [path, make] of Object.entries(pages)) {
    let made: SentPage | undefined;
    app.get(path, async (request, reply) => {
      made ??= make();
      return made.send(request, reply);
    });
  }
}
