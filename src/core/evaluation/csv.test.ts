import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { csvRows } from './csv.ts';

const read = (text: string) => [...csvRows(text)];
const cellsOf = (text: string) => read(text).map(({ cells }) => cells);

it('reads cells, rows, quotes and line breaks', () => {
  expect(cellsOf('a,b\r\n1,"2, ""two"""\n\n , \r"x\r\ny" ,')).toEqual([
    ['a', 'b'],
    ['1', '2, "two"'],
    ['x\r\ny', ''],
  ]);
  expect(cellsOf('a;b\n1;2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(cellsOf('')).toEqual([]);
  expect(cellsOf('a')).toEqual([['a']]);
});

it.each([',', ';', '\t', '|'])(
  'detects the delimiter of two columns and an empty line at the end: %j',
  (by) => {
    const lines = ['city', 'price'].join(by);
    expect(cellsOf(`${lines}\nOslo${by}30\n`)).toEqual([
      ['city', 'price'],
      ['Oslo', '30'],
    ]);
    expect(cellsOf(`${lines}\n\nOslo${by}30\n\n`)).toHaveLength(2);
  },
);

it('notices quotes that do not end', () => {
  expect(read('a\n"b\nc')).toEqual([
    { cells: ['a'], isBroken: false },
    { cells: ['b\nc'], isBroken: true },
  ]);
  expect(read('"a"b",c')).toEqual([{ cells: ['a"b', 'c'], isBroken: true }]);
});

it('reads what Papa Parse writes', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '\n', '\r\n', ';') });
  const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1 });
  fc.assert(
    fc.property(rows, (cells) => {
      const header = ['one', 'two', 'three'];
      expect(cellsOf(Papa.unparse([header, ...cells]))).toEqual([header, ...cells]);
    }),
  );
});
