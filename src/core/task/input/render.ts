import type { TaskVariable } from '#generated/model/index.ts';
import {
  describeFile,
  type InputFile,
  isFileType,
  isTextFile,
  readDataUrl,
  textOfFile,
} from './files.ts';
import type { InputValues } from './input-values.ts';

/**
 * A value as it appears in a prompt: text unchanged, a list of plain values as lines, other JSON indented by two
 * spaces, nothing for null and undefined.
 */
export function renderValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain))
    return value.map(String).join('\n');
  if (isPlain(value)) return String(value);
  return JSON.stringify(value, null, 2);
}

/** All values as text, for `compilePrompt`: the content of text files, a description of other files. */
export function renderInputs(
  values: InputValues,
  variables: readonly TaskVariable[] = [],
): Record<string, string> {
  const files = inputFiles(values, variables);
  return mapValues(values, (value, name) => {
    const file = files.get(name);
    if (!file) return renderValue(value);
    return isTextFile(file) ? textOfFile(file) : labelOf(file);
  });
}

/** The values for display: files appear as a description, never with their content. */
export function withoutFiles(values: InputValues, variables: readonly TaskVariable[]): InputValues {
  const files = inputFiles(values, variables);
  return mapValues(values, (value, name) => {
    const file = files.get(name);
    return file ? labelOf(file) : value;
  });
}

/** The values that are files, by variable name. */
export function inputFiles(
  values: InputValues,
  variables: readonly TaskVariable[],
): Map<string, InputFile> {
  const files = new Map<string, InputFile>();
  for (const { name, type } of variables) {
    const value = isFileType(type) && Object.hasOwn(values, name) ? values[name] : undefined;
    const file = typeof value === 'string' ? readDataUrl(value) : undefined;
    if (file) files.set(name, file);
  }
  return files;
}

function labelOf(file: InputFile): string {
  return `[${describeFile(file)}]`;
}

function mapValues<T>(
  values: InputValues,
  to: (value: unknown, name: string) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, to(value, name)] as const),
  );
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
