import type { Call } from '../call.ts';
import { declaredFor, isJsonType } from '../model.ts';
import type { Case } from './case.ts';

/** Invalid bodies: missing, truncated, of another type, or odd as a whole. */
export function brokenBodyCases(call: Call): Case[] {
  const { body: declared } = call.operation;
  if (!declared) return [];
  const found: Case[] = [];
  const { body: _, ...bare } = call;
  const isJson = declared.contents.some(({ type }) => isJsonType(type));
  const [content] = declared.contents;
  const type = content?.type ?? 'application/json';
  if (declared.required)
    found.push({
      call: bare,
      expect: 'invalid',
      what: 'body: missing',
      site: 'body',
      keywords: ['required'],
    });
  if (isJson) {
    for (const [raw, what] of MALFORMED)
      found.push({
        call: { ...call, body: { type: 'application/json', raw } },
        expect: 'invalid',
        what: `body: ${what}`,
        site: 'body',
        keywords: ['malformed'],
      });
    for (const [raw, what] of ODD)
      found.push({
        call: { ...call, body: { type: 'application/json', raw } },
        expect: 'odd',
        what: `body: ${what}`,
        site: 'body',
      });
  }
  const other = ['text/plain', 'application/x-www-form-urlencoded'].find(
    (each) => !declared.contents.some((one) => covers(one.type, each)),
  );
  if (other && declared.required)
    found.push({
      call: {
        ...call,
        // A body that is still valid JSON may be accepted, unless the contract says what is rejected.
        body:
          isJson && promises415(call)
            ? { type: other, raw: JSON.stringify(call.body?.value) ?? '' }
            : { type: other, raw: 'hello' },
      },
      expect: isJson ? 'invalid' : 'odd',
      what: `body: sent as ${other}, which is not declared`,
      site: 'body',
      keywords: ['content-type'],
    });
  if (type === 'multipart/form-data')
    found.push({
      call: { ...call, body: { type: 'multipart/form-data; boundary=x', raw: '--x\r\nbroken' } },
      expect: 'odd',
      what: 'body: a truncated form',
      site: 'body',
    });
  return found;
}

function promises415({ operation }: Call): boolean {
  return operation.responses.has('415') && declaredFor(operation, 415) !== undefined;
}

function covers(declared: string, type: string): boolean {
  if (declared === '*/*') return true;
  return declared.endsWith('/*') ? type.startsWith(declared.slice(0, -1)) : declared === type;
}

const MALFORMED: [string, string][] = [
  ['{"a":', 'truncated JSON'],
  ["{'a': 1,}", 'invalid JSON'],
];
const ODD: [string, string][] = [
  ['[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]', 'a list in lists'],
  [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'a list nested 5000 deep'],
  ['1e400', 'a number out of range'],
  ['{"__proto__":{"a":1},"constructor":1}', 'JavaScript property names'],
  ['"\\ud800"', 'half a surrogate pair'],
];
