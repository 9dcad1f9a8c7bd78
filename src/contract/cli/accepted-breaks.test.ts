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

  it('says how bad a change is, and what the version goes up by', async () => {
    expect((await run('severity: { operation-removed: info }\n')).code).toBe(0);
    expect((await run('semver: true\n')).printed).toContain('The version goes up by: major.');
  });

  it.each([
    [
      'an unknown key',
      'strict: true\n',
      /policy.yaml:1: there is no “strict”; there are severity,/,
    ],
    [
      'an unknown level',
      'semver: true\nseverity: { a: bad }\n',
      /policy.yaml:2: “severity” must be levels by rule/,
    ],
    ['a list', '- a\n', /an object with severity/],
  ])('is told by its line when it has %s', async (_, text, message) => {
    await expect(run(text)).rejects.toThrow(message);
  });
});

describe('a contract that cannot be compared', () => {
  it('is told by the line that the differ stumbled over', async () => {
    const odd = contract('  /a:\n    get:\n      responses:\n        200: 7\n');
    await writeFile(join(folder, 'odd.yaml'), odd);
    const args = [join(folder, 'base.yaml'), join(folder, 'odd.yaml')];
    await expect(diffCommand.run(args, () => undefined)).rejects.toThrow(/odd.yaml:7: an object/);
  });
});

describe('an accepted break', () => {
  it('is no break until its day, and is counted', async () => {
    const { code, printed } = await diff(await list(entry('2999-01-01')));
    expect(code).toBe(0);
    expect(printed).toContain('Accepted on purpose: 1');
  });

  it('is one again after its day, and the entry is told by its line', async () => {
    const { code, printed } = await diff(await list(`# old\n${entry('2020-01-01')}`));
    expect(code).toBe(1);
    expect(printed).toMatch(/accepted.yaml:2/);
    expect(printed).toContain('was accepted until 2020-01-01');
  });

  it('of something else accepts nothing', async () => {
    const other = await list(entry('2999-01-01').replace('/a', '/c'));
    expect((await diff(other)).code).toBe(1);
    expect((await diff('none')).code).toBe(1);
  });

  it.each([
    ['no reason', '- rule: a\n  expires: 2999-01-01\n', /accepted.yaml:1: an entry needs “reason”/],
    ['no day', '- rule: a\n  reason: b\n  expires: soon\n', /“expires” must be a day/],
    ['the second one', `${entry('2999-01-01')}- 1\n`, /accepted.yaml:5: an entry is/],
    ['no list', 'rule: a\n', /a list of/],
    ['not YAML', '- [\n', /this is not YAML/],
  ])('that is not complete is an error with its line: %s', async (_, text, message) => {
    await expect(readAccepted(await list(text))).rejects.toThrow(message);
  });

  it('is read from our own list', async () => {
    expect((await readAccepted(undefined)).expired).toEqual([]);
    await expect(readAccepted(join(folder, 'no.yaml'))).rejects.toThrow('there is no such file');
  });
});
