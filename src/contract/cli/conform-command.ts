import { writeFile } from 'node:fs/promises';
import { ConformError, type ConformOptions, conform } from '../conform.ts';
import { openDocument } from '../document/open-document.ts';
import { parseFile } from '../document/parse-file.ts';
import { countOf } from '../report/finding.ts';
import { renderer } from '../report/formats.ts';
import { chosenFormat, command, TEXT, TEXTS } from './command.ts';
import { CommandError } from './command-error.ts';
import { duration } from './duration.ts';

export const conformCommand = command({
  summary: 'test a running server against its contract',
  help: `Usage: npm run contract -- conform <url> [options]

Sends requests to a running server and reports every response that its contract does not allow, each
with a cURL command. It creates, changes and deletes data: use a test server.

  url            base URL of the server; its contract is read from <url>/openapi.json
  --contract     use another contract: a file (.yaml, .json), a folder, or git:REF
  --auth         a token, an API key or user:password, sent as the security schemes require
  --other-auth   the same for an account that may see nothing of the first one's, which must be refused
  --header       'Name: value' for every request; repeatable
  --include      only matching operations: 'GET /task/*', 'listTasks', '/task*'; repeatable
  --exclude      skip matching operations; repeatable
  --budget       total time: 60s, 3m (default 2m)
  --timeout      time allowed per response (default 10s)
  --seed         number; the same seed sends the same requests (default 1)
  --runs         random requests per operation (default 25)
  --concurrency  parallel requests (default 4)
  --format       text, json, markdown, junit or github
  --junit        also write a JUnit report to this file

Exit codes: 0 no problems, 1 problems found, 2 could not run, or the server refused too many requests.`,
  options: {
    contract: TEXT,
    auth: TEXT,
    'other-auth': TEXT,
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
  },
  async run({ values, positionals, print }) {
    const url = readUrl(positionals[0]);
    const render = chosenFormat(values.format);
    const headers = Object.fromEntries((values.header ?? []).map(readHeader));
    const options: ConformOptions = {
      url,
      headers,
      auth: values.auth,
      otherAuth: values['other-auth'],
      include: values.include,
      exclude: values.exclude,
      seed: number('seed', values.seed, 0),
      runs: number('runs', values.runs, 0),
      concurrency: number('concurrency', values.concurrency, 1),
      budgetMs: values.budget === undefined ? undefined : duration('budget', values.budget),
      timeoutMs: values.timeout === undefined ? undefined : duration('timeout', values.timeout),
    };
    const contract =
      values.contract === undefined
        ? await fetchContract(url, headers)
        : (await openDocument(values.contract)).document;
    const report = await conform(contract, options).catch((error: unknown) => {
      throw error instanceof ConformError ? new CommandError(error.message) : error;
    });
    if (values.junit !== undefined)
      await writeFile(values.junit, renderer('junit')?.(report) ?? '');
    print(render(report));
    if (countOf(report.findings, 'error') > 0) return 1;
    return report.data?.isTested === false ? 2 : 0;
  },
});

function readUrl(url: string | undefined): string {
  if (url === undefined)
    throw new CommandError('Name the server, for example http://localhost:4000.');
  const whole = /^https?:\/\//.test(url) ? url : `http://${url}`;
  if (!URL.canParse(whole)) throw new CommandError(`${url} is not a URL.`);
  return whole.replace(/\/+$/, '');
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError(`--header ${text}: use the form 'Name: value'.`);
  return [name.toLowerCase(), value.trim()];
}

function number(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw new CommandError(`--${name} ${text}: must be a whole number of at least ${least}.`);
  return Number(text);
}

const PLACES = ['/openapi.json', '/openapi.yaml'];

/** The contract that the server publishes, under its base URL or at its root. */
async function fetchContract(url: string, headers: Record<string, string>): Promise<unknown> {
  const bases = [...new Set([url, new URL(url).origin])];
  const tried: string[] = [];
  for (const place of bases.flatMap((base) => PLACES.map((path) => base + path))) {
    const response = await fetch(place, { headers, signal: AbortSignal.timeout(15_000) }).catch(
      (error: Error & { cause?: { code?: string } }) => {
        const reason =
          error.name === 'TimeoutError'
            ? 'no response within 15 s'
            : (error.cause?.code ?? error.message);
        throw new CommandError(
          `${place}: ${reason}. Is the server running? Use --contract to read the contract from a file.`,
        );
      },
    );
    const text = await response.text().catch(() => '');
    const isPage = /^\s*<(!doctype|html)/i.test(text);
    if (response.ok && text !== '' && !isPage) return parseFile(place, text).value;
    tried.push(`${place} (${response.ok ? (isPage ? 'an HTML page' : 'empty') : response.status})`);
  }
  throw new CommandError(
    `The server publishes no contract: ${tried.join(', ')}. Use --contract to name a file.`,
  );
}
