import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { Zip } from '#core/extract/zip/zip.ts';
import { writeZip } from './zip-writer.ts';

it('writes archives that other programs can read', async () => {
  const bytes = new TextEncoder().encode('A text with PK\u0003\u0004 and PK\u0007\u0008 in it');
  const pieces: Uint8Array[] = [];
  const files = [
    { name: 'documents/1-größe 中文.txt', content: [bytes.slice(0, 9), bytes.slice(9)] },
    { name: 'empty', content: [] },
  ];
  for await (const piece of writeZip(files)) pieces.push(piece);
  const archive = Buffer.concat(pieces);
  const zip = new Zip(archive);
  expect(zip.names).toEqual(files.map(({ name }) => name));
  expect(zip.read(zip.names[0] ?? '')).toEqual(bytes);
  expect(zip.read('empty')).toHaveLength(0);
  const directory = archive.indexOf('PK\u0001\u0002');
  expect(archive.readUInt32LE(directory + 16)).toBe(crc32(bytes));
});
