import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { diffCommand } from './diff-command.ts';

const contract = (name: object) => ({
  openapi: '3.1.0',
  paths: {
    '/thing': {
      post: {
        requestBody: { content: { 'application/json': { schema: { properties: { name } } } } },
        responses: { 204: { description: 'Done' } },
      },
    },
  },
});

/** A copy without its history has no revisions. */
const hasGit = spawnSync('git', ['rev-parse', 'HEAD']).status === 0;

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-test-'));
  const entry = { rule: '*', reason: 'nobody calls it yet', expires: '2999-01-01' };
  await Promise.all([
    writeFile(file('base.json'), JSON.stringify(contract({ type: 'string' }))),
    writeFile(file('next.json'), JSON.stringify(contract({ type: 'string', maxLength: 2 }))),
    writeFile(file('old.json'), '{"swagger": "2.0"}'),
    writeFile(file('broken.json'), '{'),
    writeFile(file('ignore.json'), JSON.stringify([entry])),
  ]);
});

async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const printed: string[] = [];
  const code = await diffCommand.run(args, (text) => printed.push(text));
  return { code, printed: printed.join('\n') };
}

describe('contract diff', () => {
  it('exits with 1 and shows the value that breaks', async () => {
    const { code, printed } = await run(file('base.json'), file('next.json'));
    expect(code).toBe(1);
    expect(printed).toContain(
      'POST /thing\n  ✗ request: body: “name” must now have at most 2 characters',
    );
    expect(printed).toMatch(/example: \{"name":"...+"\}/);
    expect(printed).toContain('breaking: 1 breaking');
  });

  it('exits with 0 when nothing breaks or the ignore file lists the break', async () => {
    expect((await run(file('next.json'), file('base.json'))).code).toBe(0);
    const ignored = await run(
      file('base.json'),
      file('next.json'),
      '--ignore',
      file('ignore.json'),
    );
    expect(ignored).toEqual({
      code: 0,
      printed: 'compatible: no changes for callers. Accepted: 1.',
    });
  });

  it('writes JSON and markdown', async () => {
    const asJson = await run(file('base.json'), file('next.json'), '--format', 'json');
    expect(JSON.parse(asJson.printed)).toMatchObject({ verdict: 'breaking' });
    const asMarkdown = await run(file('base.json'), file('next.json'), '--format', 'markdown');
    expect(asMarkdown.printed).toContain('| `POST /thing`<br>');
  });

  it.runIf(hasGit)('compares with a git revision', async () => {
    const { code } = await run('git:HEAD', '--format', 'json');
    expect([0, 1]).toContain(code);
  });

  it.each([
    ['no file', [], /^Name a contract to compare with/],
    ['a missing file', ['no.json'], /^no.json: no such file/],
    ['a missing revision', ['git:no-such-branch'], /no such revision/],
    ['an unknown option', ['a.json', '--what'], /--what/],
    ['an unknown format', ['a.json', '--format', 'pdf'], /^Unknown format pdf. Use one of: text,/],
  ])('explains what is wrong with %s', async (_, args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  it('gives no verdict on anything but OpenAPI 3.1', async () => {
    await expect(run(file('old.json'), file('next.json'))).rejects.toThrow(/this is Swagger 2.0/);
    await expect(run(file('broken.json'), file('next.json'))).rejects.toThrow(/invalid JSON/);
  });
});
