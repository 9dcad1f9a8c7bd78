import { INPUT_FILE_MAX_BYTES, INPUT_FILE_MAX_MB } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type { TaskVariableType } from '#generated/model/index.ts';

/** What an input of the type `image` or `file` can be, by its media type. */
export const INPUT_FILE_TYPES: Readonly<Record<'image' | 'file', readonly string[]>> = {
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  file: ['application/pdf', 'text/plain', 'text/markdown', 'text/csv', 'application/json'],
};

/** The smallest of each, to try a call with: a dot, and a word. */
export const SAMPLE_FILES: Readonly<Record<'image' | 'file', string>> = {
  image:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  file: 'data:text/plain;base64,SGVsbG8=',
};

/** A file that came as a data URL. */
export interface InputFile {
  mediaType: string;
  base64: string;
  bytes: number;
}

/** The start of a data URL; its parameters (a charset, a file's name) mean nothing here. */
const START = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)((?:;[^;,\s]{1,200}){0,4}?);base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether values of the type are files, which go to the model beside the text. */
export function isFileType(type: TaskVariableType): type is 'image' | 'file' {
  return type === 'image' || type === 'file';
}

/** Reads a data URL; undefined when it is none. Does not look into the file. */
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
  const unreadable = type === 'image' ? VALIDATION.notImage : VALIDATION.notFile;
  // Measured before it is read: base64 is a third longer than what it stands for.
  if (typeof given !== 'string') return unreadable;
  if (given.length > INPUT_FILE_MAX_BYTES * 1.4) return VALIDATION.fileTooLarge(INPUT_FILE_MAX_MB);
  const file = readDataUrl(given);
  if (!file || !INPUT_FILE_TYPES[type].includes(file.mediaType)) return unreadable;
  return file.bytes > INPUT_FILE_MAX_BYTES ? VALIDATION.fileTooLarge(INPUT_FILE_MAX_MB) : undefined;
}

/** Whether a file is text, so that any model can read it. */
export function isTextFile({ mediaType }: InputFile): boolean {
  return mediaType.startsWith('text/') || mediaType === 'application/json';
}

/** The text of a file; bytes that are not UTF-8 become replacement characters. */
export function textOfFile({ base64 }: InputFile): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** A file in a line: `image/png, 34 KB`. */
export function describeFile({ mediaType, bytes }: InputFile): string {
  const size = bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`;
  return `${mediaType}, ${size}`;
}

/** The smallest of each: one transparent pixel, one word. */
const EXAMPLE_FILES = {
  image:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  file: 'data:text/plain;base64,SGVsbG8=',
};

/** The JSON Schema of a data URL of the type. */
export function fileSchema(type: 'image' | 'file'): Record<string, unknown> {
  const types = INPUT_FILE_TYPES[type].map((name) => name.replace(/[.+]/g, '\\$&')).join('|');
  return {
    type: 'string',
    pattern: `^data:(?:${types})(?:;[^;,\\s]{1,200}){0,4}?;base64,[A-Za-z0-9+/]+={0,2}$`,
    maxLength: Math.ceil(INPUT_FILE_MAX_BYTES * 1.4),
    examples: [EXAMPLE_FILES[type]],
  };
}
