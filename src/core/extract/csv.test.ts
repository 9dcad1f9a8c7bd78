import { describe, expect, it } from 'vitest';
import { extractCsv } from './csv.ts';

describe('extractCsv', () => {
  it('names the columns in each row', () => {
    const { text, blocks } = extractCsv('Name;City;Note\nAnna;Bonn;"Likes ""tea"""\n\nBen;;\n');
    expect(text).toBe('Name: Anna\nCity: Bonn\nNote: Likes "tea"\n\nName: Ben');
    expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'table']);
  });

  it('finds the header below a title, and does without one', () => {
    expect(extractCsv('Report 2024,,\nName,Sum,Year\nA,1,2024').text).toBe(
      'Report 2024\n\nName: A\nSum: 1\nYear: 2024',
    );
    expect(extractCsv('1,2,3\n4,5,6').text).toBe('1 | 2 | 3\n\n4 | 5 | 6');
    expect(extractCsv('Name,Age\n').text).toBe('Name | Age');
    expect(extractCsv('Name,Age\nA,1,extra').text).toBe('Name: A\nAge: 1\nColumn 3: extra');
  });

  it('takes a million empty rows in their stride', () => {
    const start = process.cpuUsage().user;
    const { blocks } = extractCsv(`Name,Age\n${',\n'.repeat(1_000_000)}A,1`);
    expect(blocks).toHaveLength(1);
    expect(process.cpuUsage().user - start).toBeLessThan(4_000_000);
  });

  it('refuses what is empty or too long', () => {
    expect(() => extractCsv(',,\n,,')).toThrow('The file contains no rows.');
    expect(() => extractCsv('a,b\n1,2\n3,4', 10)).toThrow(/more than 10 characters/);
  });
});
