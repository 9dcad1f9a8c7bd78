import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { changelogPage } from './docs/changelog.ts';
import { guidePage } from './docs/guide.ts';
import { guideFiles, guideLinks, readDoc } from './docs/guides.ts';
import { SCRIPT_PATH } from './docs/page.ts';
import { problemsPage } from './docs/problems.ts';
import { referencePage } from './docs/reference.ts';
import { createSentPage, type SentPage } from './sent-page.ts';

const SCRIPT = join(import.meta.dirname, '../../../generated/docs/docs.js');

/** Serves the documentation under /docs: the guides of `docs/`, and pages about the API from the contract. */
export function serveDocs(app: FastifyInstance): void {
  const pages: Record<string, () => SentPage> = {
    ...Object.fromEntries(
      guideLinks().map(([path]) => [path, () => createSentPage(guidePage(path))]),
    ),
    ...Object.fromEntries(
      guideFiles().map(([path, name]) => [
        path,
        () => createSentPage(readDoc(name), 'text/plain; charset=utf-8'),
      ]),
    ),
    '/docs': () => createSentPage(referencePage()),
    '/docs/errors': () => createSentPage(problemsPage()),
    '/docs/changelog': () => createSentPage(changelogPage()),
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
