import { describe, expect, it } from 'vitest';
import type { OutputFormat, TaskVariable } from '#generated/model/index.ts';
import { readCases } from './import.ts';
import { rowsOf } from './import-rows.ts';

describe('an import', () => {
  const variables: TaskVariable[] = [
    { name: 'review', type: 'text', required: true },
    { name: 'stars', type: 'number', required: false },
  ];
  const format: OutputFormat = {
    type: 'fields',
    fields: [
      { name: 'sentiment', type: 'text', required: true, list: false },
      { name: 'score', type: 'number', required: true, list: false },
    ],
  };

  const read = (kind: 'csv' | 'jsonl', content: string, inputs = variables) =>
    readCases({ format: kind, content, variables: inputs, output: format });

  it('of CSV keeps the valid rows and explains what is wrong with the others', () => {
    const content =
      '\uFEFFreview,stars,expected.sentiment,expected.score,name\r\n"Nice, it\nworks",5,good,0.9,First\r\n,3,x,1,\r\nBad,many,x,1,\r\n';
    expect(read('csv', content)).toEqual({
      cases: [
        {
          name: 'First',
          inputs: { review: 'Nice, it\nworks', stars: 5 },
          expected: { sentiment: 'good', score: 0.9 },
        },
      ],
      errors: [
        { row: 2, message: 'review is required' },
        { row: 3, message: 'stars: Must be a number' },
      ],
      rejected: 2,
    });
  });

  it('of a single column needs no delimiter, and a variable may be called name', () => {
    const name: TaskVariable = { name: 'name', type: 'text', required: true };
    const { cases, errors } = read('csv', 'name\nAda\n', [name]);
    expect(errors).toEqual([]);
    expect(cases).toEqual([{ name: '', inputs: { name: 'Ada' }, expected: null }]);
  });

  it('of JSONL accepts whole cases and bare inputs', () => {
    const content =
      '{"inputs":{"review":"A"},"expected":{"score":1}}\n\n{"review":"B","name":"b"}\n[1]\n{"review":';
    const { cases, errors } = read('jsonl', content);
    expect(cases.map((one) => [one.name, one.inputs.review])).toEqual([
      ['', 'A'],
      ['b', 'B'],
    ]);
    expect(errors.map((error) => error.row)).toEqual([3, 4]);
  });

  it('of JSONL rejects what cannot be stored: NUL, half a surrogate pair, endless nesting', () => {
    const json: TaskVariable = { name: 'data', type: 'json', required: true };
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    const content = [
      '{"data":"fine"}',
      '{"data":"a\\u0000"}',
      '{"data":{"\\ud83d":1}}',
      `{"data":${deep}}`,
      '{"inputs":{"data":1},"expected":"a\\ud83d"}',
      '{"inputs":{"data":1},"name":"\\u0000"}',
    ].join('\n');
    const { cases, errors } = read('jsonl', content, [json]);
    expect(cases.map(({ inputs }) => inputs)).toEqual([{ data: 'fine' }]);
    expect(errors).toEqual([
      {
        row: 2,
        message:
          'data: Contains characters that are not valid text (U+0000 or half a surrogate pair)',
      },
      {
        row: 3,
        message:
          'data: Contains characters that are not valid text (U+0000 or half a surrogate pair)',
      },
      { row: 4, message: 'data: Nested deeper than 64 levels' },
      {
        row: 5,
        message:
          'expected: Contains characters that are not valid text (U+0000 or half a surrogate pair)',
      },
      {
        row: 6,
        message:
          'name: Contains characters that are not valid text (U+0000 or half a surrogate pair)',
      },
    ]);
  });

  it('of an empty text reports missing columns', () => {
    const { errors } = read('csv', '');
    expect(errors).toEqual([{ row: 0, message: 'The first line must name the columns' }]);
  });

  const csv = (content: string, room?: number) =>
    readCases({ format: 'csv', content, variables, output: format, room });

  it('of CSV matches columns whatever their case, and rejects duplicates', () => {
    expect(csv('Review,STARS\nA,1\n').cases[0]?.inputs).toEqual({ review: 'A', stars: 1 });
    for (const header of ['review,Review', 'review,expected.score,expected.score'])
      expect(csv(`${header}\na,1,1\n`)).toMatchObject({ cases: [], errors: [{ row: 0 }] });
  });

  it('reports that there are no rows', () => {
    for (const content of ['review,stars\n', 'review,stars\n,\n'])
      expect(csv(content)).toMatchObject({ cases: [], errors: [{ row: 0 }] });
    const { errors } = read('jsonl', '\n\n');
    expect(errors).toMatchObject([{ row: 0 }]);
  });

  it('rejects what the task can never produce: other fields and other types', () => {
    const { cases, errors } = csv('review,expected.score,expected.scroe\nA,abc,\nB,1,2\nC,1,\n');
    expect(errors).toEqual([
      { row: 1, message: 'expected.score: Must be a number' },
      { row: 2, message: 'expected.scroe: The output has no such field' },
    ]);
    expect(cases.map(({ inputs }) => inputs.review)).toEqual(['C']);
  });

  it('reports unclosed quotes, and rows with too few or too many cells', () => {
    expect(csv('review,stars\n"A,1\nB,2\n').errors).toEqual([
      { row: 1, message: expect.stringContaining('quote') },
    ]);
    const { cases, errors } = csv('review,stars\nA,1,2\nB\nC,3\n');
    expect(errors.map(({ row }) => row)).toEqual([1, 2]);
    expect(errors[0]?.message).toBe('Has 3 cells, but the first line names 2 columns');
    expect(cases).toHaveLength(1);
  });

  it('accepts a JSON array', () => {
    const content = '[{"review":"A"},\n {"inputs":{"review":"B"}}, 3]';
    const { cases, errors } = read('jsonl', content);
    expect(cases.map(({ inputs }) => inputs.review)).toEqual(['A', 'B']);
    expect(errors).toMatchObject([{ row: 3 }]);
  });

  it('imports what there is room for, and reads no more rows than the limit', () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `A${index}`);
    const { cases, errors } = csv(`review\n${rows.join('\n')}`, 3);
    expect(cases.map(({ inputs }) => inputs.review)).toEqual(['A0', 'A1', 'A2']);
    expect(errors[0]).toEqual({ row: 4, message: 'A dataset can have at most 5,000 cases' });
    expect(errors.at(-1)).toEqual({ row: 0, message: expect.stringContaining('10,000') });
    expect(errors).toHaveLength(10_000 - 3 + 1);
  });

  it('can be cut down to the rows that are left to fix', () => {
    const content = 'review,stars\r\n"A, b",x\r\n\r\nB,1\r\n"C ""c""",y\r\n';
    const left = rowsOf({ format: 'csv', content }, [1, 3]);
    expect(left.split('\r\n')).toEqual(['review,stars', '"A, b",x', '"C ""c""",y']);
    const lines = '{"a":1}\n\n{"b":2}\n{"c":3}';
    expect(rowsOf({ format: 'jsonl', content: lines }, [2])).toBe('{"b":2}');
    expect(rowsOf({ format: 'jsonl', content: '[{"a":1},{"b":2}]' }, [1])).toBe('{"a":1}');
  });
});
