import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAccepted } from './accepted-breaks.ts';
import { diffCommand } from './diff-command.ts';

let folder: string;
const contract = (paths: string) =>
  `openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n${paths}`;
const operation = '{ get: { responses: { 200: { description: ok } } } }';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-accepted-'));
  await writeFile(join(folder, 'base.yaml'), contract(`  /a: ${operation}\n  /b: ${operation}\n`));
  await writeFile(join(folder, 'next.yaml'), contract(`  /b: ${operation}\n`));
});

async function list(text: string): Promise<string> {
  const path = join(folder, 'accepted.yaml');
  await writeFile(path, text);
  return path;
}

async function diff(ignore: string) {
  const printed: string[] = [];
  const args = [join(folder, 'base.yaml'), join(folder, 'next.yaml'), '--ignore', ignore];
  const code = await diffCommand.run(args, (text) => printed.push(text));
  return { code, printed: printed.join('\n') };
}

const entry = (expires: string) =>
  `- rule: operation-removed\n  operation: GET /a\n  reason: nobody calls it\n  expires: ${expires}\n`;

describe('a policy', () => {
  const run = async (text: string, next = 'next.yaml') => {
    const policy = join(folder, 'policy.yaml');
    await writeFile(policy, text);
    const printed: string[] = [];
    const args = [join(folder, 'base.yaml'), join(folder, next), '--policy', policy];
    const code = await diffCommand.run(args, (line) => printed.push(line));
    return { code, printed: printed.join('\n') };
  };

  it('sets the level of each rule and asks for the version bump', async () => {
    expect((await run('severity: { operation-removed: info }\n')).code).toBe(0);
    expect((await run('semver: true\n')).printed).toContain('Required version bump: major.');
  });

  it.each([
    ['an unknown key', 'strict: true\n', /policy.yaml:1: unknown key “strict”. Use severity,/],
    [
      'an unknown level',
      'semver: true\nseverity: { a: bad }\n',
      /policy.yaml:2: “severity” must be levels by rule/,
    ],
    ['a list', '- a\n', /an object with severity/],
  ])('is rejected with the line when it has %s', async (_, text, message) => {
    await expect(run(text)).rejects.toThrow(message);
  });
});

describe('a contract that cannot be compared', () => {
  it('is reported at the line that the differ failed on', async () => {
    const odd = contract('  /a:\n    get:\n      responses:\n        200: 7\n');
    await writeFile(join(folder, 'odd.yaml'), odd);
    const args = [join(folder, 'base.yaml'), join(folder, 'odd.yaml')];
    await expect(diffCommand.run(args, () => undefined)).rejects.toThrow(
      /odd.yaml:7: expected an object/,
    );
  });
});

describe('an accepted break', () => {
  it('is ignored until it expires, and counted', async () => {
    const { code, printed } = await diff(await list(entry('2999-01-01')));
    expect(code).toBe(0);
    expect(printed).toContain('Accepted: 1');
  });

  it('counts again once it has expired, and the expired entry is reported at its line', async () => {
    const { code, printed } = await diff(await list(`# old\n${entry('2020-01-01')}`));
    expect(code).toBe(1);
    expect(printed).toMatch(/accepted.yaml:2/);
    expect(printed).toContain('expired on 2020-01-01');
  });

  it('has no effect on other changes', async () => {
    const other = await list(entry('2999-01-01').replace('/a', '/c'));
    expect((await diff(other)).code).toBe(1);
    expect((await diff('none')).code).toBe(1);
  });

  it.each([
    ['no reason', '- rule: a\n  expires: 2999-01-01\n', /accepted.yaml:1: “reason” is required/],
    ['no expiry date', '- rule: a\n  reason: b\n  expires: soon\n', /“expires” must be a date/],
    ['an invalid second entry', `${entry('2999-01-01')}- 1\n`, /accepted.yaml:5: an entry must be/],
    ['something other than a list', 'rule: a\n', /a list of/],
    ['invalid YAML', '- [\n', /invalid YAML/],
  ])('is rejected with the line of the mistake: %s', async (_, text, message) => {
    await expect(readAccepted(await list(text))).rejects.toThrow(message);
  });

  it('is read from the list in this repository', async () => {
    expect((await readAccepted(undefined)).expired).toEqual([]);
    await expect(readAccepted(join(folder, 'no.yaml'))).rejects.toThrow('no such file.');
  });
});
