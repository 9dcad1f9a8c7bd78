import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Place } from '../report/finding.ts';
import { bundleFiles } from './bundle.ts';
import { DocumentError } from './document-error.ts';
import { disk, type Files, revisionFiles } from './files.ts';
import { loadFiles } from './load.ts';

/** Where each revision of this repository keeps its contract: as one file, and as it is written. */
export const BUNDLE = 'generated/server/openapi.json';
export const FOLDER = 'openapi';
const NAMES = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

/** A contract that was read: one document, and the way back to its files. */
export interface OpenDocument {
  name: string;
  document: Record<string, unknown>;
  /** The file and line of a JSON pointer, or of the nearest thing around it. */
  placeOf(pointer: string): Place;
}

/**
 * Opens a contract: a file, a folder with openapi.yaml, or `git:REF[:path]`; of a revision without a
 * path it takes the bundle, and the YAML where there is none.
 * @throws DocumentError with file and line when it cannot be used
 */
export async function openDocument(name: string): Promise<OpenDocument> {
  if (!name.startsWith('git:')) return open(name, disk, await entryOnDisk(name));
  const [ref = '', path = ''] = name.slice(4).split(/:(.*)/s);
  const files = await revisionFiles(ref);
  const choices =
    path === '' ? [BUNDLE, ...entriesOf(FOLDER), ...NAMES] : [path, ...entriesOf(path)];
  for (const choice of choices) {
    if ((await files.read(choice)) !== undefined) return open(name, files, choice);
  }
  const looked = path === '' ? `${BUNDLE} and ${FOLDER}/${NAMES[0]}` : path;
  throw new DocumentError(name, undefined, `that revision has no contract (looked for ${looked}).`);
}

/** The contract of this folder: as it is written, or else as one file. */
export async function nextByDefault(): Promise<string> {
  for (const choice of [...entriesOf(FOLDER), BUNDLE, ...NAMES])
    if (await stat(choice).catch(() => undefined))
      return choice === `${FOLDER}/${NAMES[0]}` ? FOLDER : choice;
  throw new DocumentError(FOLDER, undefined, 'there is no contract here. Name a file or a folder.');
}

async function entryOnDisk(name: string): Promise<string> {
  const path = posix.normalize(name);
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new DocumentError(
      name,
      undefined,
      'there is no such file or folder. A git revision is written git:REF.',
    );
  if (!found.isDirectory()) return path;
  for (const entry of entriesOf(path)) if (await stat(entry).catch(() => undefined)) return entry;
  throw new DocumentError(name, undefined, `this folder has no ${NAMES.join(', no ')}.`);
}

const entriesOf = (folder: string) => NAMES.map((name) => posix.join(folder, name));

async function open(name: string, files: Files, entry: string): Promise<OpenDocument> {
  const loaded = await loadFiles(files, entry);
  const { document, spotOf } = bundleFiles(loaded);
  const place = (pointer: string): Place => {
    const { file, path } = spotOf(pointer);
    return { file: loaded.label(file), line: loaded.files.get(file)?.lineOf(path) ?? 1 };
  };
  const fail = (pointer: string, message: string) => {
    const { file, line } = place(pointer);
    return new DocumentError(file, line, message);
  };
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw fail('', 'this is not an OpenAPI document: an object with `openapi: 3.1.x` is expected.');
  const { openapi, swagger } = document as Record<string, unknown>;
  if (swagger !== undefined)
    throw fail(
      '/swagger',
      `this is Swagger ${String(swagger)}. Convert it first: npx swagger2openapi ${entry} -o openapi.yaml, then its 3.0 to 3.1 (nullable → a type list with "null", boolean exclusiveMinimum → the bound).`,
    );
  if (typeof openapi !== 'string')
    throw fail('', '`openapi: 3.1.x` is missing: this is not an OpenAPI document.');
  if (openapi.startsWith('3.0'))
    throw fail(
      '/openapi',
      `this is OpenAPI ${openapi}. Convert it to 3.1: nullable becomes a type list with "null", a boolean exclusiveMinimum becomes the bound itself, then openapi: 3.1.0.`,
    );
  if (!/^3\.1\.\d+/.test(openapi))
    throw fail('/openapi', `OpenAPI ${openapi} is not supported; 3.1 is.`);
  return { name, document: document as Record<string, unknown>, placeOf: place };
}
