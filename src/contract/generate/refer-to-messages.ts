import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

type Schemas = Record<string, unknown>;
interface Bundle {
  paths: Record<string, Record<string, { 'x-socket'?: Schemas } | undefined>>;
  components: { schemas: Schemas };
}

/** Restores the references to the messages of sockets: Redocly inlines what an extension refers to. */
export async function referToMessages(file: string): Promise<void> {
  const bundle = JSON.parse(await readFile(file, 'utf8')) as Bundle;
  const schemas = Object.entries(bundle.components.schemas);
  for (const path of Object.values(bundle.paths)) {
    for (const operation of Object.values(path)) {
      const socket = operation?.['x-socket'];
      for (const [side, messages] of Object.entries(socket ?? {})) {
        const found = schemas.find(([, schema]) => isDeepStrictEqual(schema, messages));
        if (socket && found) socket[side] = { $ref: `#/components/schemas/${found[0]}` };
      }
    }
  }
  await writeFile(file, JSON.stringify(bundle, null, 2));
}
