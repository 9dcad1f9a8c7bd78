import { stat } from 'node:fs/promises';
import { DocumentError } from '../document/document-error.ts';
import { disk } from '../document/files.ts';
import { type ParsedFile, parseFile } from '../document/parse-file.ts';

/**
 * Reads settings from YAML or JSON: the named file, or the usual one if there is one.
 * @throws DocumentError when the named file does not exist
 */
export async function readSettings(
  name: string | undefined,
  usual: string,
): Promise<{ path: string; file: ParsedFile } | undefined> {
  const path = name ?? usual;
  if (name === undefined && !(await stat(path).catch(() => undefined))) return undefined;
  const text = await disk.read(path);
  if (text === undefined) throw new DocumentError(path, undefined, 'no such file.');
  return { path, file: parseFile(path, text) };
}
