import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskVariable } from '#generated/model/index.ts';
import { readDataUrl } from './files.ts';
import { inputSchema } from './input-schema.ts';
import { checkInputs } from './inputs.ts';
import { inputFiles, renderInputs, withoutFiles } from './render.ts';

const url = (type: string, text: string) => `data:${type};base64,${btoa(text)}`;
const photo: TaskVariable = { name: 'photo', type: 'image', required: true };
const paper: TaskVariable = { name: 'paper', type: 'file', required: false };
const check = (photo_: unknown, paper_?: unknown) =>
  checkInputs([photo, paper], { photo: photo_, ...(paper_ !== undefined && { paper: paper_ }) });

describe('images and files as inputs', () => {
  it('must be data URLs of the right type and size', () => {
    const good = url('image/png', 'abc');
    expect(check(good, url('text/csv;charset=utf-8', 'a,b')).errors).toEqual([]);
    expect(check(undefined).errors).toEqual([
      { pointer: '/inputs/photo', message: 'photo is required' },
    ]);
    for (const bad of ['', 'x', 3, 'https://example.com/a.png', url('image/svg+xml', '<svg/>')])
      expect(check(bad).errors[0]?.message).toBe(
        'Must be a data URL of a PNG, JPEG, WebP or GIF image',
      );
    expect(check(good, url('text/html', 'x')).errors[0]?.message).toBe(
      'Must be a data URL of a PDF, text, Markdown, CSV or JSON file',
    );
    expect(check(`data:image/png;base64,${'A'.repeat(2_900_000)}`).errors[0]?.message).toBe(
      'Must be at most 2 MB',
    );
  });

  it('are accepted if and only if they match their schema', () => {
    const ajv = new Ajv2020();
    const validate = ajv.compile(inputSchema([photo]));
    const part = fc.constantFrom(
      'data:',
      'image/png',
      'image/jpeg',
      'text/plain',
      ';base64,',
      'AAAA',
      'AA==',
      '=',
      ';a=b',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const given = parts.join('');
        // The schema cannot check that the length is a multiple of four.
        if (checkInputs([photo], { photo: given }).errors.length === 0)
          expect(validate({ photo: given })).toBe(true);
        if (!validate({ photo: given }))
          expect(checkInputs([photo], { photo: given }).errors).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('appear in a prompt as text if they are text, otherwise as a description', () => {
    const values = { photo: url('image/png', 'x'.repeat(3000)), paper: url('text/plain', 'Hi') };
    const variables = [photo, paper];
    expect(renderInputs(values, variables)).toEqual({ photo: '[image/png, 3 KB]', paper: 'Hi' });
    expect(withoutFiles(values, variables)).toEqual({
      photo: '[image/png, 3 KB]',
      paper: '[text/plain, 2 B]',
    });
    expect(inputFiles(values, variables).get('paper')).toMatchObject({ bytes: 2 });
    // A text that happens to be a data URL stays a text.
    expect(renderInputs(values, [{ ...photo, type: 'text' }]).photo).toBe(values.photo);
  });

  it('are read quickly, whatever they contain', () => {
    for (const text of [
      ';'.repeat(100_000),
      'data:a/b'.repeat(10_000),
      'data:a/b;a;a;a;a;a;base64,A',
    ])
      expect(readDataUrl(text)).toBeUndefined();
  });
});
