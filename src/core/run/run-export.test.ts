import { describe, expect, it } from 'vitest';
import type { Run } from '#generated/model/index.ts';
import { exportHead, exportLine } from './run-export.ts';

const run = {
  id: 'run_1',
  task_name: '=HYPERLINK("x")',
  usage: { input_tokens: 1, output_tokens: -2, cost: null },
  caller: { type: 'user', id: 'user_1', name: 'Ada' },
  error: { code: 'model_timeout', message: 'Line one\nline two' },
  inputs: { a: 'b,c' },
  output: 'said "yes"',
} as unknown as Run;

/** A cell by its name; no cell before the texts contains a comma. */
function cell(name: string): string | undefined {
  const at = exportHead('csv').trimEnd().split(',').indexOf(name);
  return exportLine(run, 'csv').split(',')[at];
}

describe('a run as a line of CSV', () => {
  it('quotes where necessary, and leaves missing values empty', () => {
    const line = exportLine(run, 'csv');
    expect(line).toContain(',"Line one\nline two",');
    expect(line).toContain('"{""a"":""b,c""}"');
    expect(line.endsWith(',"said ""yes"""\r\n')).toBe(true);
    expect(cell('cost')).toBe('');
  });

  it('prevents spreadsheets from executing formulas in what callers sent', () => {
    expect(exportLine(run, 'csv')).toContain(`"'=HYPERLINK(""x"")"`);
    expect(cell('output_tokens')).toBe('-2');
  });
});

it('is one line of JSON', () => {
  const line = exportLine(run, 'jsonl');
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toMatchObject({ cost: null, error_code: 'model_timeout' });
});
