import { covers } from '../../walk.ts';
import type { Call, CallBody } from '../call.ts';
import { declaredFor, isJsonType } from '../model.ts';
import type { Case } from './case.ts';

/** Invalid bodies: missing, truncated, of another type, or odd as a whole. */
export function brokenBodyCases(call: Call): Case[] {
  const { body: declared } = call.operation;
  if (!declared) return [];
  const { body: _, ...bare } = call;
  const isJson = declared.contents.some(({ type }) => isJsonType(type));
  const type = declared.contents[0]?.type ?? 'application/json';
  const broken = (body: CallBody | undefined, what: string, keyword?: string): Case => ({
    call: { ...bare, ...(body && { body }) },
    expect: keyword ? 'invalid' : 'odd',
    what: `body: ${what}`,
    site: 'body',
    ...(keyword && { keywords: [keyword] }),
  });
  const found: Case[] = declared.required ? [broken(undefined, 'missing', 'required')] : [];
  if (isJson) {
    const json = (raw: string) => ({ type: 'application/json', raw });
    found.push(
      ...MALFORMED.map(([raw, what]) => broken(json(raw), what, 'malformed')),
      ...ODD.map(([raw, what]) => broken(json(raw), what)),
    );
  }
  const other = ['text/plain', 'application/x-www-form-urlencoded'].find(
    (each) => !declared.contents.some((one) => covers(one.type, each)),
  );
  if (other && declared.required) {
    // A body that is still valid JSON may be accepted, unless the contract says what is rejected.
    const isStrict = isJson && promises415(call);
    const raw = isStrict ? (JSON.stringify(call.body?.value) ?? '') : 'hello';
    const sent = broken(
      { type: other, raw },
      `sent as ${other}, which is not declared`,
      'content-type',
    );
    found.push({ ...sent, expect: isJson ? 'invalid' : 'odd' });
  }
  if (type === 'multipart/form-data') {
    const form = { type: 'multipart/form-data; boundary=x', raw: '--x\r\nbroken' };
    found.push(broken(form, 'a truncated form'));
  }
  return found;
}

function promises415({ operation }: Call): boolean {
  return operation.responses.has('415') && declaredFor(operation, 415) !== undefined;
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
