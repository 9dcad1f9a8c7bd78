import { expect, it } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

const file = (name: string) => ({
  isFile: true,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
});
const broken = {
  isFile: true,
  file: (_: unknown, reject: (error: Error) => void) => reject(new Error('NotFoundError')),
};
/** A folder whose reader returns a part of it at a time, as browsers do. */
const folder = (...parts: object[][]) => ({
  isFile: false,
  createReader: () => {
    const left = [...parts];
    return { readEntries: (resolve: (some: object[]) => void) => resolve(left.shift() ?? []) };
  },
});
const dropOf = (...entries: object[]) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] }) as never;

it('finds the files of a drop and of its folders', async () => {
  const found = await droppedFiles(
    dropOf(file('a'), folder([file('b')], [folder([file('c')])]), folder()),
  );
  expect(found.files.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(found.unreadable).toBe(0);
});

it('reads the others when some files cannot be read', async () => {
  const found = await droppedFiles(dropOf(broken, file('a'), folder([broken, file('b')])));
  expect(found.files.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(found.unreadable).toBe(2);
});

it('takes the list of files where the browser has no entries', async () => {
  const files = [new File(['x'], 'a')];
  const transfer = { items: [{}], files } as never;
  expect(await droppedFiles(transfer)).toEqual({ files, unreadable: 0 });
});
