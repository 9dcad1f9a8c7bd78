import { openDocument } from '../document/open-document.ts';
import { consoleUsage } from '../usage/console-usage.ts';
import { screensOf } from '../usage/judge.ts';
import { namedOperations } from '../usage/operation-names.ts';
import type { ConsoleUsage, Use } from '../usage/read-console.ts';
import { schemasOf } from '../usage/schemas-of.ts';
import { command, TEXT } from './command.ts';
import { CommandError } from './command-error.ts';

export const usageCommand = command({
  summary: 'show which parts of the contract the console uses, and on which screens',
  help: `Usage: npm run contract -- usage [operationId] [--format text|json]

Shows which parts of the contract the console (src/console) uses, according to the TypeScript compiler:
where each operation is called, on which screens, and which fields of its schemas are read or written.

  operationId  show one operation in full; default: list all, one per line

Exit codes: 0 done, 2 could not run.`,
  options: { format: TEXT },
  async run({ values, positionals, print }) {
    const { format = 'text' } = values;
    if (!['text', 'json'].includes(format))
      throw new CommandError('--format must be text or json.');
    const { document } = await openDocument('generated/openapi.json');
    const operations = namedOperations(document);
    const [wanted] = positionals;
    if (wanted !== undefined && !operations.some(({ id }) => id === wanted))
      throw new CommandError(`Unknown operation ${wanted}.${nearest(wanted, operations)}`);
    const usage = await consoleUsage(process.cwd(), operations);
    const rows = operations.map(({ id, method, path }) => {
      const uses = usage.operations[id] ?? [];
      const schemas = schemasOf(document, `${method.toLowerCase()} ${path}`);
      const fields = Object.entries(usage.fields).filter(([key]) =>
        schemas.has(key.split('.')[0] ?? ''),
      );
      return { id, route: `${method} ${path}`, uses, screens: screensOf(uses, usage), fields };
    });
    const chosen = wanted === undefined ? rows : rows.filter(({ id }) => id === wanted);
    if (format === 'json') {
      const entries = chosen.map(({ fields, ...row }) => ({
        ...row,
        fields: Object.fromEntries(fields),
      }));
      print(JSON.stringify(wanted === undefined ? entries : entries[0], null, 2));
    } else
      print(
        wanted === undefined ? table(rows) : chosen.map((row) => detail(row, usage)).join('\n'),
      );
    return 0;
  },
});

interface Row {
  id: string;
  route: string;
  uses: Use[];
  screens: string[];
  fields: [string, Use[]][];
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ({ id, uses, screens }) =>
      `${id.padEnd(28)} ${String(uses.length).padStart(3)}  ${uses.length === 0 ? 'unused' : shortList(screens)}`,
  );
  const unused = rows.filter(({ uses }) => uses.length === 0).length;
  return [...lines, '', `${rows.length} operations, ${unused} of them unused by the console.`].join(
    '\n',
  );
}

function detail({ id, route, uses, screens, fields }: Row, usage: ConsoleUsage): string {
  const own = new Set(screens);
  const seen = fields.flatMap(([key, places]) => {
    const here = places.filter(({ file }) =>
      (usage.screens[file] ?? []).some((screen) => own.has(screen)),
    );
    return here.length > 0 ? [`  ${key.padEnd(32)} ${placesOf(here)}`] : [];
  });
  return [
    `${id}  ${route}`,
    '',
    uses.length === 0 ? 'Not called by the console.' : 'Called at',
    ...uses.map(({ file, line }) => `  ${file}:${line}`),
    ...(screens.length > 0 ? ['', 'Screens', ...screens.map((screen) => `  ${screen}`)] : []),
    ...(uses.length > 0 && seen.length > 0 ? ['', 'Fields used there', ...seen] : []),
  ].join('\n');
}

function placesOf(uses: Use[]): string {
  const [first] = uses;
  const more = uses.length > 1 ? ` and ${uses.length - 1} more` : '';
  return first ? `${first.file}:${first.line}${more}` : '';
}

function shortList(names: string[]): string {
  return names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ');
}

function nearest(name: string, operations: readonly { id: string }[]): string {
  const close = operations
    .filter(({ id }) => id.toLowerCase().includes(name.toLowerCase()))
    .map(({ id }) => id);
  return close.length > 0 ? ` Did you mean ${shortList(close)}?` : '';
}
