import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const code = await runCommand(args, streams);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('the command', () => {
  it('lists its commands, each with help that explains the exit codes', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    const names = [...out.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name = '']) => name);
    expect(names.sort()).toEqual(
      ['changelog', 'check', 'conform', 'coverage', 'diff', 'lint', 'usage'].sort(),
    );
    const helps = await Promise.all(names.map((name) => run(name, '--help')));
    helps.forEach((help, i) => {
      expect(help.code).toBe(0);
      expect(help.out).toMatch(new RegExp(`^Usage: npm run contract -- ${names[i]}`));
      expect(help.out).toMatch(/Exit codes: 0 .*2 could not run/);
    });
  });

  it('exits with 2 and a sentence when it cannot run, never with a stack trace or a verdict', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-main-'));
    const broken = join(folder, 'broken.yaml');
    await writeFile(broken, 'openapi: 3.1.0\npaths: [\n');
    const odd = join(folder, 'odd.json');
    await writeFile(odd, '{"openapi": "3.1.0", "paths": {"/a": {"get": 7}}}');
    const wrong: [args: string[], said: RegExp][] = [
      [[], /^Usage: /],
      [['nonsense'], /^Unknown command nonsense/],
      [['diff'], /^Name a contract to compare with/],
      [['diff', broken, broken], /broken\.yaml:\d+: invalid YAML/],
      [['diff', odd, odd], /./],
      [['lint', broken], /broken\.yaml:\d+/],
      [['usage', 'listNothing'], /^Unknown operation listNothing/],
      [['changelog', 'a', '--write'], /^--write|^--tags/],
      [['coverage', join(folder, 'none.ndjson')], /no such file. Record one/],
      [['check', '--base', 'git:no-such-branch'], /no such revision/],
      [['check', '--report', 'report.pdf'], /report\.pdf: a report file must end in/],
    ];
    const responses = await Promise.all(wrong.map(([args]) => run(...args)));
    responses.forEach(({ code, out, err }, i) => {
      const [args, said] = wrong[i] ?? [[], /./];
      expect([args.join(' '), code, out]).toEqual([args.join(' '), 2, '']);
      expect(err).toMatch(said);
      expect(err).not.toMatch(/^\s+at .*:\d+:\d+/m);
    });
  });

  it('is a standalone program and runs on any Node version', () => {
    const bin = join(import.meta.dirname, 'bin.js');
    const { status, stderr } = spawnSync(process.execPath, [bin, 'nonsense'], { encoding: 'utf8' });
    expect([status, stderr.split('\n')[0]]).toEqual([2, 'Unknown command nonsense.']);
  });

  it('also writes the report to files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-main-'));
    const contract = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: {}, paths });
    const [base, next] = [join(folder, 'base.json'), join(folder, 'next.json')];
    await writeFile(base, contract({ '/a': { get: { responses: { 204: { description: '' } } } } }));
    await writeFile(next, contract({}));
    const files = ['a.md', 'a.xml', 'a.json'].map((name) => join(folder, 'reports', name));
    const { code, out } = await run(
      'diff',
      base,
      next,
      ...files.flatMap((file) => ['--report', file]),
    );
    expect([code, out.includes('operation was removed')]).toEqual([1, true]);
    const [markdown, xml, json] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(markdown).toMatch(/^## The contract is breaking/);
    expect(xml).toMatch(/^<\?xml .*failures="1"/s);
    expect(JSON.parse(json ?? '')).toMatchObject({ verdict: 'breaking' });
  });
});
