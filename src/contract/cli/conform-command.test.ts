import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContractError } from '../diff/contract-error.ts';
import { DocumentError } from '../document/document-error.ts';
import { CommandError } from './command-error.ts';
import { conformCommand } from './conform-command.ts';

const contract = (openapi = '3.1.0') => ({
  openapi,
  info: { title: 'Up', version: '1' },
  paths: {
    '/up': {
      get: {
        responses: {
          200: { description: 'Up.', content: { 'application/json': { schema: { const: true } } } },
        },
      },
    },
  },
});

/** Serves a contract; `/up` responds with `true` unless the test says otherwise. */
const serving =
  (document: unknown, reply = 'true'): RequestListener =>
  (request, response) => {
    const isContract = request.url === '/openapi.json';
    if (!isContract && !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    if (!isContract && reply === 'hangs') return;
    const type = { 'content-type': 'application/json' };
    response.writeHead(200, type).end(isContract ? JSON.stringify(document) : reply);
  };

async function run(listener: RequestListener, ...args: string[]) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const printed: string[] = [];
  try {
    const url = `http://127.0.0.1:${port}`;
    const code = await conformCommand.run([url, ...args], (text) => printed.push(text));
    return { code, printed: printed.join('\n') };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('contract conform', () => {
  it('exits with 0 when a server keeps the contract that it serves', async () => {
    const { code, printed } = await run(serving(contract()));
    expect(printed).toContain('the server conforms to its contract');
    expect(code).toBe(0);
  });

  it('exits with 2 when the server refuses too many requests, and says how many', async () => {
    let count = 0;
    const usual = serving(contract());
    const limited: RequestListener = (request, response) => {
      count += 1;
      if (count < 6) usual(request, response);
      else response.writeHead(429, { 'retry-after': '3600' }).end();
    };
    const { code, printed } = await run(limited);
    expect(printed).toMatch(/nothing was found, but too much was left untested/);
    expect(printed).toMatch(/\d+ of \d+ responses were 429: raise the server's rate limit/);
    expect(printed).not.toContain('conforms to its contract');
    expect(code).toBe(2);
  });

  it('waits when the server says so', async () => {
    let refused = 0;
    const usual = serving(contract());
    const limited: RequestListener = (request, response) => {
      if (request.url === '/openapi.json' || refused === 2) return usual(request, response);
      refused += 1;
      response.writeHead(429, { 'retry-after': '0' }).end();
    };
    const { code, printed } = await run(limited);
    expect(printed).toContain('the server conforms to its contract');
    expect(printed).not.toContain('429');
    expect(code).toBe(0);
  });

  it('exits with 1, prints a cURL command, and also writes JUnit', async () => {
    const junit = join(await mkdtemp(join(tmpdir(), 'conform-')), 'junit.xml');
    const { code, printed } = await run(serving(contract(), 'false'), '--junit', junit);
    expect(code).toBe(1);
    expect(printed).toContain('response-schema');
    expect(printed).toMatch(/curl -i -X GET 'http:\/\/127\.0\.0\.1:\d+\/up'/);
    expect(await readFile(junit, 'utf8')).toContain('<failure type="response-schema"');
  });

  it('accepts a contract file and operation patterns', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'conform-')), 'openapi.json');
    await writeFile(file, JSON.stringify(contract()));
    const listener = serving(undefined, 'false');
    expect((await run(listener, '--contract', file)).code).toBe(1);
    const nothing = run(listener, '--contract', file, '--exclude', 'GET /u*');
    await expect(nothing).rejects.toThrow('No operation');
  });

  it.each<[string, RequestListener, string[]]>([
    ['HTML instead of a contract', (_, response) => void response.end('<!doctype html>'), []],
    ['no contract', (_, response) => void response.writeHead(404).end(), []],
    ['an option that is not a duration', serving(contract()), ['--budget', 'soon']],
    ['a malformed header', serving(contract()), ['--header', 'Authorization']],
    ['an unknown format', serving(contract()), ['--format', 'pdf']],
  ])('explains what is wrong with %s', async (_, listener, args) => {
    await expect(run(listener, ...args)).rejects.toBeInstanceOf(CommandError);
  });

  it('explains why a contract cannot be read', async () => {
    await expect(run(serving(contract('3.0.3')))).rejects.toBeInstanceOf(ContractError);
    const cutOff: RequestListener = (_, response) => void response.end('{"openapi": "3.1.0",');
    await expect(run(cutOff)).rejects.toBeInstanceOf(DocumentError);
  });

  it('reports that nothing is listening, or that nothing responds', async () => {
    const refused = conformCommand.run(['http://127.0.0.1:1'], () => undefined);
    await expect(refused).rejects.toThrow(/Is the server running/);
    const hanging = run(serving(contract(), 'hangs'), '--timeout', '200ms');
    await expect(hanging).rejects.toThrow('no response within 200 ms');
    await expect(conformCommand.run([], () => undefined)).rejects.toBeInstanceOf(CommandError);
  });
});
