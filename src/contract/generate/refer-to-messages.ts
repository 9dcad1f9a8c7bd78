import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '#core/json/is-object.ts';
import { SOCKET, writtenOperations } from '../walk.ts';

/** Restores the references to the messages of sockets: Redocly inlines what an extension refers to. */
export async function referToMessages(file: string): Promise<void> {
  const bundle = JSON.parse(await readFile(file, 'utf8'));
  const schemas = Object.entries(bundle.components.schemas);
  for (const { value } of writtenOperations(bundle)) {
    const socket = value[SOCKET];
    for (const [side, messages] of Object.entries(isObject(socket) ? socket : {})) {
      const found = schemas.find(([, schema]) => isDeepStrictEqual(schema, messages));
      if (isObject(socket) && found) socket[side] = { $ref: `#/components/schemas/${found[0]}` };
    }
  }
  await writeFile(file, JSON.stringify(bundle, null, 2));
}
