import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Place } from '../report/finding.ts';
import { bundleFiles } from './bundle.ts';
import { DocumentError } from './document-error.ts';
import { disk, type Files, revisionFiles } from './files.ts';
import { loadFiles } from './load.ts';

/** Where a revision of this repository keeps its contract: bundled, and as source. */
export const BUNDLE = 'generated/openapi.json';
export const FOLDER = 'openapi';
const NAMES = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

/** An opened contract: one document, and a map back to its files. */
export interface OpenDocument {
  name: string;
  document: Record<string, unknown>;
  /** The file and line of a JSON pointer, or of the nearest place around it. */
  placeOf(pointer: string): Place;
}

/**
 * Opens a contract: a file, a folder with openapi.yaml, or `git:REF[:path]`. Without a path, a revision's bundle is
 * used, or its YAML if it has no bundle.
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
  throw new DocumentError(name, undefined, `this revision has no contract (looked for ${looked}).`);
}

/** The contract in the working directory: its source if present, otherwise the bundle. */
export async function nextByDefault(): Promise<string> {
  for (const choice of [...entriesOf(FOLDER), BUNDLE, ...NAMES])
    if (await stat(choice).catch(() => undefined))
      return choice === `${FOLDER}/${NAMES[0]}` ? FOLDER : choice;
  throw new DocumentError(FOLDER, undefined, 'no contract found here. Name a file or a folder.');
}

async function entryOnDisk(name: string): Promise<string> {
  const path = posix.normalize(name);
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new DocumentError(
      name,
      undefined,
      'no such file or folder. To name a git revision, use git:REF.',
    );
  if (!found.isDirectory()) return path;
  for (const entry of entriesOf(path)) if (await stat(entry).catch(() => undefined)) return entry;
  throw new DocumentError(name, undefined, `this folder contains no ${NAMES.join(' or ')}.`);
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
    throw fail('', 'not an OpenAPI document: expected an object with `openapi: 3.1.x`.');
  const { openapi, swagger } = document as Record<string, unknown>;
  if (swagger !== undefined)
    throw fail(
      '/swagger',
      `this is Swagger ${String(swagger)}. Convert it with npx swagger2openapi ${entry} -o openapi.yaml, then convert 3.0 to 3.1 (nullable → a type list with "null", boolean exclusiveMinimum → the bound itself).`,
    );
  if (typeof openapi !== 'string')
    throw fail('', 'not an OpenAPI document: `openapi: 3.1.x` is missing.');
  if (openapi.startsWith('3.0'))
    throw fail(
      '/openapi',
      `this is OpenAPI ${openapi}. Convert it to 3.1: replace nullable with a type list that includes "null", replace a boolean exclusiveMinimum with the bound itself, then set openapi: 3.1.0.`,
    );
  if (!/^3\.1\.\d+/.test(openapi))
    throw fail('/openapi', `OpenAPI ${openapi} is not supported. Use 3.1.`);
  return { name, document: document as Record<string, unknown>, placeOf: place };
}
