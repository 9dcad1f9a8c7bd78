import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeGenerated } from './write-generated.ts';

interface RawSchema {
  properties?: Record<string, unknown>;
}

/** Fields that things have, unlike their parts. */
const MARKS = ['id', 'created_at', 'etag'];

/** Writes the field names of each thing that the API returns, which `asView` takes from its row. */
export async function generateViews(root: string): Promise<void> {
  const contract = JSON.parse(await readFile(join(root, 'build/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, RawSchema> };
  };
  const things = Object.entries(contract.components.schemas)
    .map(([name, { properties }]) => [name, Object.keys(properties ?? {})] as const)
    .filter(([, fields]) => MARKS.some((mark) => fields.includes(mark)));
  const names = things.map(([name]) => name);
  await writeGenerated(
    root,
    'views/views.ts',
    `// Generated from openapi/. Do not edit: run \`npm run generate\`.
import type { ${names.join(', ')} } from '../model/index.ts';

/** The things that the API returns. */
export interface Views {
${names.map((name) => `  ${name}: ${name};\n`).join('')}}

/** The fields of each, in the order of the contract. */
export const FIELDS: { readonly [Name in keyof Views]: readonly (keyof Views[Name])[] } = {
${things.map(([name, fields]) => `  ${name}: ${JSON.stringify(fields)},\n`).join('')}};
`,
  );
}
