import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface RawSchema {
  properties?: Record<string, unknown>;
}

/** What a thing has that the API returns, apart from the parts that it's made of. */
const MARKS = ['id', 'created_at', 'etag'];

/** Writes the names of the fields of everything that is returned as a thing of its own: what a view takes from a row. */
export async function generateViews(root: string): Promise<void> {
  const contract = JSON.parse(await readFile(join(root, 'build/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, RawSchema> };
  };
  const things = Object.entries(contract.components.schemas)
    .map(([name, { properties }]) => [name, Object.keys(properties ?? {})] as const)
    .filter(([, fields]) => MARKS.some((mark) => fields.includes(mark)));
  const names = things.map(([name]) => name);
  const folder = join(root, 'generated/views');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'views.ts'),
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
