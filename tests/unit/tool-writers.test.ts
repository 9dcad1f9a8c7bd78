import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Tools that call servers use the project's credentials. Files that write a task's definition, and why nobody can add such
 * a tool with them who may not edit the project.
 */
const WRITERS: Readonly<Record<string, string>> = {
  'task/task.service.ts': 'creating a task takes a role that can edit the project',
  'task/draft.service.ts': 'requireKnownCalls',
  'revision/revision.service.ts': 'saves the draft',
  'transfer/piece-rows.ts': 'whoever creates a project owns it',
};

it('every way to write a definition asks who may use the credentials', () => {
  const domain = join(import.meta.dirname, '../../src/domain');
  const found = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      // Written, or handed over to be written.
      /\b(drafts|revisions)\.(insert|put|change|update)\(|=> task\.(drafts|revisions)\b/.test(
        readFileSync(join(domain, name), 'utf8'),
      ),
    );
  expect(found.sort()).toEqual(Object.keys(WRITERS).sort());
});
