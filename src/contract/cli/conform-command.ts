import { writeFile } from 'node:fs/promises';
import { ConformError, type ConformOptions, conform } from '../conform.ts';
import { openDocument } from '../document/open-document.ts';
import { parseFile } from '../document/parse-file.ts';
import { countOf } from '../report/finding.ts';
import { renderer } from '../report/formats.ts';
import { type Command, chosenFormat, type Print, readArgs } from './command.ts';
import { CommandError } from './command-error.ts';

const HELP = `Usage: npm run contract -- conform <url> [options]

Drives a running server from its contract, and shows each answer that the contract does not allow, with
the request as a cURL command. It makes, changes and deletes things: give it a server for tests.

  url            where the server is; its contract is at <url>/openapi.json
  --contract     another contract: a file (.yaml, .json), a folder, or git:REF
  --auth         a token, a key or user:password, sent as the contract's security schemes ask
  --header       'Name: value' for each request; may be given several times
  --include      only operations that fit: 'GET /task/*', 'listTasks', '/task*'; several times
  --exclude      all but those that fit; several times
  --budget       how long it may take: 60s, 3m (default 2m)
  --timeout      how long one answer may take (default 10s)
  --seed         a number; the same seed sends the same requests (default 1)
  --runs         random requests for each operation (default 25)
  --concurrency  requests at the same time (default 4)
  --format       text, json, markdown, junit or github
  --junit        a file to write a JUnit report to, besides

Exit codes: 0 nothing found, 1 something found, 2 could not run.`;

export const conformCommand: Command = {
  summary: 'whether a running server keeps its contract',
  help: HELP,
  run: runConform,
};

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;

async function runConform(args: string[], print: Print): Promise<number> {
  const { values, positionals } = readArgs(args, {
    contract: TEXT,
    auth: TEXT,
    header: TEXTS,
    include: TEXTS,
    exclude: TEXTS,
    budget: TEXT,
    timeout: TEXT,
    seed: TEXT,
    runs: TEXT,
    concurrency: TEXT,
    format: TEXT,
    junit: TEXT,
  });
  const url = readUrl(positionals[0]);
  const render = chosenFormat(values.format);
  const options: ConformOptions = {
    url,
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    ...(values.auth !== undefined && { auth: values.auth }),
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    ...number('seed', values.seed, 0),
    ...number('runs', values.runs, 0),
    ...number('concurrency', values.concurrency, 1),
    ...(values.budget !== undefined && { budgetMs: duration('budget', values.budget) }),
    ...(values.timeout !== undefined && { timeoutMs: duration('timeout', values.timeout) }),
  };
  const contract =
    values.contract === undefined
      ? await fetchContract(url, options.headers ?? {})
      : (await openDocument(values.contract)).document;
  const report = await conform(contract, options).catch((error: unknown) => {
    throw error instanceof ConformError ? new CommandError(error.message) : error;
  });
  if (values.junit !== undefined) await writeFile(values.junit, renderer('junit')?.(report) ?? '');
  print(render(report));
  return countOf(report.findings, 'error') > 0 ? 1 : 0;
}

function readUrl(url: string | undefined): string {
  if (url === undefined) throw new CommandError('Say where the server is: http://localhost:4000.');
  const whole = /^https?:\/\//.test(url) ? url : `http://${url}`;
  if (!URL.canParse(whole)) throw new CommandError(`${url} is no URL.`);
  return whole.replace(/\/+$/, '');
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError(`--header ${text}: write it as 'Name: value'.`);
  return [name.toLowerCase(), value.trim()];
}

function number(name: string, text: string | undefined, least: number): Record<string, number> {
  if (text === undefined) return {};
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw new CommandError(`--${name} ${text}: a whole number from ${least} is expected.`);
  return { [name]: Number(text) };
}

function duration(name: string, text: string): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1000, m: 60_000 }[unit] ?? 1000;
  const result = Math.round(Number(count) * factor);
  if (!(result > 0)) throw new CommandError(`--${name} ${text}: write it as 500ms, 60s or 3m.`);
  return result;
}

const PLACES = ['/openapi.json', '/openapi.yaml'];

/** The contract that the server itself publishes: below its address, or at its root. */
async function fetchContract(url: string, headers: Record<string, string>): Promise<unknown> {
  const bases = [...new Set([url, new URL(url).origin])];
  const tried: string[] = [];
  for (const place of bases.flatMap((base) => PLACES.map((path) => base + path))) {
    const answer = await fetch(place, { headers, signal: AbortSignal.timeout(15_000) }).catch(
      (error: Error & { cause?: { code?: string } }) => {
        const reason =
          error.name === 'TimeoutError'
            ? 'no answer within 15 s'
            : (error.cause?.code ?? error.message);
        throw new CommandError(
          `${place}: ${reason}. Is the server running? --contract takes a file.`,
        );
      },
    );
    const text = await answer.text().catch(() => '');
    const isPage = /^\s*<(!doctype|html)/i.test(text);
    if (answer.ok && text !== '' && !isPage) return parseFile(place, text).value;
    tried.push(`${place} (${answer.ok ? (isPage ? 'an HTML page' : 'empty') : answer.status})`);
  }
  throw new CommandError(
    `The server shows no contract: ${tried.join(', ')}. Name a file with --contract.`,
  );
}
