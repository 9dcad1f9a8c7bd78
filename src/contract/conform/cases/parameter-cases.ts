import { isObject } from '#core/json/is-object.ts';
import type { SchemaNode } from '../../diff/schema/node.ts';
import { type Conjunction, minesOf } from '../../diff/values/atoms.ts';
import { type Call, keyOf, queryPairs, RawPart, textOf, withValue } from '../call.ts';
import type { ApiParameter } from '../model.ts';
import type { Validator } from '../validator.ts';
import { formatsOf, isOnlyFormat } from './body-cases.ts';
import { BASE, type Candidate, candidatesFor } from './candidates.ts';
import type { Case, Tools } from './case.ts';

/**
 * Each constraint of each parameter, from just inside and just outside; each parameter missing, repeated and unknown.
 */
export function parameterCases(
  call: Call,
  tools: Tools,
  /** Skips what was already tried in another operation of the same path. */
  isNew: (parameter: ApiParameter) => boolean = () => true,
): Case[] {
  const cases = call.operation.parameters
    .filter(isNew)
    .flatMap((parameter) => ofOne(call, parameter, tools));
  return [...cases, ...oddCases(call)];
}

function ofOne(call: Call, parameter: ApiParameter, tools: Tools): Case[] {
  const { sampler, validator } = tools;
  const { node } = parameter;
  const key = keyOf(parameter);
  const base = call.values.get(key) ?? sampler.one([node]);
  const site = `${parameter.place} ${parameter.name}`;
  const named = `${parameter.place} parameter “${parameter.name}”`;
  const found: Case[] = [];
  if (parameter.required && parameter.place !== 'path')
    found.push({
      call: withValue(call, key, undefined),
      expect: 'invalid',
      what: `${named}: missing`,
      site,
      keywords: ['required'],
    });
  if (base === undefined) return found;
  // A text may have a meaning that no schema states: a cursor, an id.
  const isPlain =
    typeof base === 'boolean' || (typeof base === 'number' && !PLACES.test(parameter.name));
  const usual: Candidate = { value: base, what: show(base), ...(isPlain && { inner: BASE }) };
  for (const candidate of [usual, ...candidatesFor([node], base, sampler)]) {
    if (!canBeSent(parameter, candidate.value)) continue;
    const expect = parameterExpectation(parameter, candidate.value, validator);
    const inner = expect === 'valid' ? innerOf(call, key, base, candidate) : undefined;
    const keywords =
      expect === 'invalid' ? parameterKeywords(parameter, candidate.value, validator) : [];
    found.push({
      call: withValue(call, key, candidate.value),
      expect: expect === 'valid' && !inner ? 'odd' : expect,
      what: `${named}: ${candidate.what}`,
      site,
      keywords,
      ...(inner && parameter.place !== 'path' && { inner }),
      ...(parameter.place === 'path' && { isPath: true }),
      ...formatsOf(keywords, [node] as Conjunction),
    });
  }
  return found;
}

/** Names of numbers that denote a position in a list, or a resource: not every number in range exists. */
const PLACES = /cursor|after|before|since|until|token|page|offset|revision|version|id$/i;

function innerOf(call: Call, key: string, base: unknown, { inner }: Candidate): Call | undefined {
  if (inner === undefined) return undefined;
  if (inner !== BASE) return withValue(call, key, inner);
  // Without the parameter, or with its usual value: one of the two is valid.
  return call.values.has(key) ? withValue(call, key, base) : call;
}

/** Some texts cannot be sent in some places, or change which path is meant. */
function canBeSent(parameter: ApiParameter, value: unknown): boolean {
  const texts = [value].flat().map(textOf);
  if (parameter.place === 'path' && isObject(value)) return false;
  if (parameter.place === 'path')
    return (
      texts.length > 0 &&
      texts.every((t) => t !== '' && !/^\.{1,2}$|[/\\]/.test(t) && t.isWellFormed())
    );
  if (parameter.place === 'header' || parameter.place === 'cookie')
    return texts.every((t) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(t) && t.length < 4000);
  return texts.join('').length < 12_000;
}

/**
 * What the contract says about a value once it is serialised: invalid only if no reading of the text, however lenient,
 * is valid.
 */
export function parameterExpectation(
  parameter: ApiParameter,
  value: unknown,
  validator: Validator,
): 'valid' | 'invalid' | 'odd' {
  const { node } = parameter;
  const verdict = validator.judge(node, value);
  if (parameter.isJson) return verdict === 'unsure' ? 'odd' : verdict;
  // An exploded object becomes several parameters of their own.
  if (isObject(value) || takes(node, 'object')) return 'odd';
  // An empty or repeated parameter: each server reads it in its own way.
  if (Array.isArray(value) && (value.length === 0 || (value.length > 1 && !takes(node, 'array'))))
    return 'odd';
  const readings = readingsOf(textsOf(parameter, value));
  const isRight = readings.some((reading) => validator.judge(node, reading) !== 'invalid');
  if (verdict === 'valid') return isRight && !isVague(value) ? 'valid' : 'odd';
  return isRight ? 'odd' : 'invalid';
}

/** The keywords that rule out a serialised value; `format` alone if that is all that some reading violates. */
export function parameterKeywords(
  parameter: ApiParameter,
  value: unknown,
  validator: Validator,
): string[] {
  const { node, isJson } = parameter;
  const own = validator.keywords(node, value);
  if (isJson) return own;
  const all = readingsOf(textsOf(parameter, value)).map((one) => validator.keywords(node, one));
  return all.find((keywords) => isOnlyFormat(keywords)) ?? own;
}

function takes(node: SchemaNode, type: 'array' | 'object'): boolean {
  return minesOf([node]).some(
    (one) => one.types?.includes(type) || (type === 'object' && one.properties.size > 0),
  );
}

function textsOf(parameter: ApiParameter, value: unknown): string[] {
  return parameter.place === 'query'
    ? queryPairs(parameter, value).map(([, text]) => text)
    : [value].flat().map(textOf);
}

/** Texts that many servers read as nothing, or as something else. */
function isVague(value: unknown): boolean {
  return [value].flat().some((one) => typeof one === 'string' && /^\s|\s$|,|^$/.test(one));
}

/** Every value that a server may reasonably read from the texts of one parameter. */
function readingsOf(texts: string[]): unknown[] {
  const split = texts.length === 1 ? (texts[0] ?? '').split(/[,| ]/) : texts;
  const lists = [texts, split].flatMap((list) => [list, list.map(numeric), list.map(boolean)]);
  if (texts.length !== 1) return lists;
  const [text = ''] = texts;
  const nothing = text === '' || text === 'null' ? [null] : [];
  return [text, numeric(text), boolean(text), ...nothing, ...lists];
}

function numeric(text: string): unknown {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

function boolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** What no contract covers: undeclared names, repeated names, texts that are not valid text. */
function oddCases(call: Call): Case[] {
  const odd = (what: string, site: string, extraQuery: [string, string][]): Case => ({
    call: { ...call, extraQuery },
    expect: 'odd',
    what,
    site,
  });
  const found = [
    odd('an unknown query parameter', 'query', [['conform_unknown', '1']]),
    odd('query parameters with odd names', 'query', [
      ['__proto__', '1'],
      ['', ''],
      ['a[b][]', '\u0000'],
    ]),
  ];
  for (const parameter of call.operation.parameters) {
    const { place } = parameter;
    if (place === 'path') found.push(brokenPath(call, parameter));
    if (place !== 'query') continue;
    const text = textOf(call.values.get(keyOf(parameter)) ?? '1');
    found.push(
      odd(`query parameter “${parameter.name}” twice`, `query ${parameter.name}`, [
        [parameter.name, text],
        [parameter.name, '2'],
      ]),
    );
  }
  return found;
}

function brokenPath(call: Call, parameter: ApiParameter): Case {
  return {
    call: withValue(call, keyOf(parameter), new RawPart('%E0%A4%A')),
    expect: 'odd',
    what: `path parameter “${parameter.name}”: percent signs that escape nothing`,
    site: `path ${parameter.name}`,
  };
}

function show(value: unknown): string {
  return textOf(value).slice(0, 60);
}
