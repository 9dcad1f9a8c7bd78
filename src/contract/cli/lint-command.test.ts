import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintCommand } from './lint-command.ts';

async function run(...args: string[]) {
  const printed: string[] = [];
  const code = await lintCommand.run(args, (text) => printed.push(text));
  return { code, printed: printed.join('\n') };
}

describe('contract lint', () => {
  it('reports a broken rule by file and line, in every format', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-lint-'));
    const text =
      'openapi: 3.1.0\ninfo: { title: A, version: "1" }\nservers: [{ url: https://a.example }]\npaths:\n  /a/{id}:\n    get:\n      operationId: getA\n      responses: { "200": { description: ok } }\n';
    await writeFile(join(folder, 'openapi.yaml'), text);
    await writeFile(
      join(folder, 'redocly.yaml'),
      'telemetry: off\nrules:\n  path-parameters-defined: error\n',
    );
    const { code, printed } = await run(folder, '--format', 'github');
    expect(code).toBe(1);
    expect(printed).toMatch(/^::error file=.*openapi\.yaml,line=[56],.*path-parameters-defined::/m);
  });

  it('explains why it cannot read the contract', async () => {
    await expect(run('no/such/folder')).rejects.toThrow('no such file or folder');
    await expect(run('git:HEAD')).rejects.toThrow('check it out first');
  });
});
