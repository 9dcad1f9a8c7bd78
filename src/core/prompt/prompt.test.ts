import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePrompt } from './compile.ts';
import { diagnosePrompt } from './diagnose.ts';
import type { PromptEdit } from './edits.ts';
import { escapePrompt, parsePrompt, variablesOf } from './parse.ts';

/** Applies edits that don't overlap. */
const applyEdits = (prompt: string, edits: readonly PromptEdit[]) =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((done, { start, end, text }) => done.slice(0, start) + text + done.slice(end), prompt);

/** Texts with many more braces, names and quotes than random ones. */
const text = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '{{',
      '}}',
      '{name}',
      '{bad name}',
      '"',
      ':',
      '\n',
      ' ',
      'a',
      'ß',
      '😀',
      '{ "k": 1 }',
    ),
  )
  .map((parts) => parts.join(''));

describe('parsePrompt', () => {
  it('recognises variables, literal braces and mistakes', () => {
    const kinds = (prompt: string) => parsePrompt(prompt).map((s) => s.type);
    expect(kinds('Hi {name}!')).toEqual(['text', 'variable', 'text']);
    expect(kinds('{{name}}')).toEqual(['escape', 'text', 'escape']);
    expect(kinds('{{{name}}}')).toEqual(['escape', 'variable', 'escape']);
    expect(kinds('{user_id}')).toEqual(['bad_name']);
    expect(kinds('{}')).toEqual(['bad_name']);
    expect(kinds('{a\nb}')).toEqual(['lone_brace', 'text', 'lone_brace']);
    expect(kinds('{a{b}')).toEqual(['lone_brace', 'text', 'variable']);
    expect(kinds('')).toEqual([]);
  });

  it('covers the text without gaps', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (prompt) => {
        const segments = parsePrompt(prompt);
        expect(segments.map((s) => prompt.slice(s.start, s.end)).join('')).toBe(prompt);
        segments.forEach((s, i) => {
          expect(s.end).toBeGreaterThan(s.start);
          expect(s.start).toBe(i === 0 ? 0 : segments[i - 1]?.end);
        });
      }),
    );
  });

  it('names each variable once', () => {
    expect(variablesOf(parsePrompt('{b}{a}{b}'))).toEqual(['b', 'a']);
  });
});

describe('compilePrompt', () => {
  it('restores any escaped text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (any) => {
        expect(compilePrompt(escapePrompt(any), {})).toBe(any);
      }),
    );
  });

  it('fills in values without parsing them', () => {
    expect(compilePrompt('Say {word}{{}}', { word: '{other}{{' })).toBe('Say {other}{{{}');
  });

  it('leaves variables without a value empty, even when named like an object method', () => {
    expect(compilePrompt('[{constructor}{x}]', { y: '1' })).toBe('[]');
  });

  it('leaves mistakes as written', () => {
    expect(compilePrompt('{a b} { }}', { a: '1' })).toBe('{a b} { }}');
  });
});

describe('diagnosePrompt', () => {
  const fixed = (prompt: string, names?: string[]) => {
    const [first] = diagnosePrompt(prompt, names);
    return applyEdits(prompt, first?.fixes[0]?.edits ?? []);
  };

  it('renames what is almost a variable name', () => {
    expect(fixed('Hi {user_id}')).toBe('Hi {userId}');
    expect(fixed('Hi { name }')).toBe('Hi {name}');
    expect(fixed('Hi {Größe}')).toBe('Hi {Grosse}');
    expect(fixed('Hi {1}')).toBe('Hi {{1}}');
  });

  it('escapes a lone brace', () => {
    expect(fixed('a } b')).toBe('a }} b');
  });

  it('offers the variable that was probably meant, or a new one', () => {
    expect(fixed('{reveiw}', ['review'])).toBe('{review}');
    expect(diagnosePrompt('{xyz}', ['review'])[0]?.fixes[0]?.addVariable).toBe('xyz');
    expect(diagnosePrompt('{xyz}')).toEqual([]);
  });

  it('escapes pasted JSON at once, and keeps the variables in it', () => {
    const prompt = 'Example: {"a": {"b": {"c": {word}}}} please';
    const found = diagnosePrompt(prompt, ['word']);
    expect(found.map((d) => d.code)).toEqual(['pasted_json']);
    expect(compilePrompt(fixed(prompt, ['word']), { word: '1' })).toBe(
      'Example: {"a": {"b": {"c": 1}}} please',
    );
  });

  it('ignores braces in the strings of pasted JSON', () => {
    const prompt = 'Like {"a": "}", "b": ["{"], "c": {"d": {}}}.';
    expect(compilePrompt(fixed(prompt), {})).toBe(prompt);
  });

  it('escapes any pasted JSON so that it is literal text', () => {
    const json = fc.dictionary(fc.stringMatching(/^[a-z_]{1,5}$/), fc.jsonValue({ maxDepth: 3 }), {
      minKeys: 1,
    });
    const pastes = fc.oneof(
      json.map((value) => JSON.stringify(value)),
      json.map((value) => JSON.stringify(value, null, 2)),
    );
    fc.assert(
      fc.property(pastes, (pasted) => {
        fc.pre(isBalanced(pasted) && !/\{[A-Za-z]+\}/.test(pasted) && !/\\/.test(pasted));
        const prompt = `Respond like ${pasted}\nThanks`;
        const fixes = diagnosePrompt(prompt).filter((d) => d.code === 'pasted_json');
        expect(compilePrompt(applyEdits(prompt, fixes[0]?.fixes[0]?.edits ?? []), {})).toBe(prompt);
      }),
    );
  });

  it('keeps the edits of a fix inside its diagnostic', () => {
    fc.assert(
      fc.property(text, (prompt) => {
        for (const diagnostic of diagnosePrompt(prompt)) {
          expect(diagnostic.fixes.length).toBeGreaterThan(0);
          for (const edit of diagnostic.fixes.flatMap((f) => f.edits)) {
            expect(edit.start).toBeGreaterThanOrEqual(diagnostic.start);
            expect(edit.end).toBeLessThanOrEqual(diagnostic.end);
          }
        }
      }),
    );
  });

  it('applying the first fix repeatedly ends without mistakes', () => {
    fc.assert(
      fc.property(text, (prompt) => {
        let current = prompt;
        for (let round = 0; round <= prompt.length; round += 1) {
          const [first] = diagnosePrompt(current);
          if (!first) break;
          current = applyEdits(current, first.fixes[0]?.edits ?? []);
        }
        expect(diagnosePrompt(current)).toEqual([]);
      }),
    );
  });

  it.each(['{', '}', '{"a":', '{x', '{x}', '{ ', '{"a": {x}}', '{"'])(
    'accepts 200,000 characters of %s',
    (unit) => {
      const long = unit.repeat(Math.ceil(200_000 / unit.length));
      const found = diagnosePrompt(long, ['y']);
      expect(found.length).toBeLessThanOrEqual(long.length);
      expect(compilePrompt(long, {}).length).toBeLessThanOrEqual(long.length);
    },
  );
});

function isBalanced(pasted: string): boolean {
  let depth = 0;
  for (const char of pasted) {
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
