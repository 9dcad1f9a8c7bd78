import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchAudit } from './audit.ts';
import { benchBilling } from './billing.ts';
import { benchChat } from './chat.ts';
import { benchContractDiff } from './contract-diff.ts';
import { benchFirstScreen } from './first-screen.ts';
import { benchIngest } from './ingest.ts';
import { benchQuality } from './quality.ts';
import { benchRetrieval } from './retrieval.ts';
import { benchRunLog } from './run-log.ts';
import { benchRuns } from './runs.ts';
import { benchSockets } from './sockets.ts';
import { benchStalls } from './stalls.ts';

/**
 * `npm run bench [contract-diff] [runs] [run-log] [audit] [stalls] [billing] [retrieval] [ingest] [quality] [sockets] [chat] [first-screen]
 * [--small]`: measures Taskloom and the baselines alternately in one run, because only the ratios are comparable. Prints the results
 * and writes bench-results/<time>.json.
 */
const benches: Record<string, () => Promise<object>> = {
  'contract-diff': benchContractDiff,
  runs: benchRuns,
  'run-log': benchRunLog,
  audit: benchAudit,
  stalls: benchStalls,
  billing: benchBilling,
  retrieval: benchRetrieval,
  ingest: benchIngest,
  quality: benchQuality,
  sockets: benchSockets,
  chat: benchChat,
  'first-screen': benchFirstScreen,
};

const asked = process.argv.slice(2).filter((word) => word !== '--small');
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const results: Record<string, object> = {};
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name} …`);
  results[name] = await bench();
  print(results[name]);
}

const folder = join(import.meta.dirname, '../../bench-results');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
console.log(`\nWritten to bench-results/${file.split('/').at(-1)}`);

/** Prints nested results as tables. The innermost objects are the rows. */
function print(value: object, title = ''): void {
  const entries = Object.entries(value);
  const isRow = (row: unknown) =>
    typeof row !== 'object' ||
    row === null ||
    Object.values(row).every((v) => typeof v !== 'object');
  if (entries.every(([, row]) => isRow(row))) {
    if (title) console.log(`\n${title}`);
    console.table(value);
    return;
  }
  for (const [key, inner] of entries) print(inner as object, title ? `${title} / ${key}` : key);
}
