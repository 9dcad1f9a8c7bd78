import { INPUT_FILE_MAX_BYTES, INPUT_FILE_MAX_MB } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { TaskVariableType } from '#generated/model/index.ts';

/** The media types that an input of type `image` or `file` may have. */
export const INPUT_FILE_TYPES: Readonly<Record<'image' | 'file', readonly string[]>> = {
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  file: ['application/pdf', 'text/plain', 'text/markdown', 'text/csv', 'application/json'],
};

/** The smallest file of each type, for sample calls: one pixel, one word. */
export const SAMPLE_FILES: Readonly<Record<'image' | 'file', string>> = {
  image:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  file: 'data:text/plain;base64,SGVsbG8=',
};

/** A file given as a data URL. */
export interface InputFile {
  mediaType: string;
  base64: string;
  bytes: number;
}

/** The beginning of a data URL; its parameters (charset, file name) are ignored. */
const START = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)((?:;[^;,\s]{1,200}){0,4}?);base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether values of a variable type are files, which are sent to the model in addition to the text. */
export function isFileType(type: TaskVariableType): type is 'image' | 'file' {
  return type === 'image' || type === 'file';
}

/** Parses a data URL; undefined if it is not one. Does not inspect the file. */
export function readDataUrl(url: string): InputFile | undefined {
  const [start, type] = START.exec(url.slice(0, 1000)) ?? [];
  if (start === undefined || type === undefined) return undefined;
  const base64 = url.slice(start.length);
  if (base64 === '' || base64.length % 4 !== 0 || !BASE64.test(base64)) return undefined;
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return { mediaType: type.toLowerCase(), base64, bytes: (base64.length / 4) * 3 - padding };
}

/** What is wrong with a value as an image or a file, or undefined. */
export function fileMistake(type: 'image' | 'file', given: unknown): string | undefined {
  const unreadable = type === 'image' ? TASK_VALIDATION.notImage : TASK_VALIDATION.notFile;
  // Checked before decoding: base64 is a third longer than the data.
  if (typeof given !== 'string') return unreadable;
  if (given.length > INPUT_FILE_MAX_BYTES * 1.4) return VALIDATION.fileTooLarge(INPUT_FILE_MAX_MB);
  const file = readDataUrl(given);
  if (!file || !INPUT_FILE_TYPES[type].includes(file.mediaType)) return unreadable;
  return file.bytes > INPUT_FILE_MAX_BYTES ? VALIDATION.fileTooLarge(INPUT_FILE_MAX_MB) : undefined;
}

/** Whether a file is text, which any model can read. */
export function isTextFile({ mediaType }: InputFile): boolean {
  return mediaType.startsWith('text/') || mediaType === 'application/json';
}

/** The text of a file; bytes that are not UTF-8 become replacement characters. */
export function textOfFile({ base64 }: InputFile): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** A short description of a file: `image/png, 34 KB`. */
export function describeFile({ mediaType, bytes }: InputFile): string {
  const size = bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`;
  return `${mediaType}, ${size}`;
}

/** The smallest file of each type: one transparent pixel, one word. */
const EXAMPLE_FILES = {
  image:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  file: 'data:text/plain;base64,SGVsbG8=',
};

/** The JSON Schema of a data URL of this type. */
export function fileSchema(type: 'image' | 'file'): Record<string, unknown> {
  const types = INPUT_FILE_TYPES[type].map((name) => name.replace(/[.+]/g, '\\$&')).join('|');
  return {
    type: 'string',
    pattern: `^data:(?:${types})(?:;[^;,\\s]{1,200}){0,4}?;base64,[A-Za-z0-9+/]+={0,2}$`,
    maxLength: Math.ceil(INPUT_FILE_MAX_BYTES * 1.4),
    examples: [EXAMPLE_FILES[type]],
  };
}
