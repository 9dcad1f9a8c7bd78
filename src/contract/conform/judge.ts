import { isObject } from '#core/json/is-object.ts';
import { createSseParser } from '#core/sse.ts';
import type { SchemaNode } from '../diff/schema/node.ts';
import { minesOf } from '../diff/values/atoms.ts';
import { parsed } from '../parsed.ts';
import { covers, plainType } from '../walk.ts';
import type { Call } from './call.ts';
import type { HttpResponse, Outcome } from './http-client.ts';
import { type ApiContent, type ApiHeader, declaredFor, isJsonType } from './model.ts';
import type { Validator, Violation } from './validator.ts';

/** One defect, before it is known how often it occurs. */
export interface Problem {
  rule: Rule;
  message: string;
  /** Problems of one operation with the same rule and cause count as one. */
  cause: string;
  side: 'request' | 'response';
}

export type Rule =
  | 'server-error'
  | 'no-response'
  | 'connection-dropped'
  | 'broken-http'
  | 'undeclared-status'
  | 'undeclared-content-type'
  | 'malformed-body'
  | 'response-schema'
  | 'event-schema'
  | 'socket-schema'
  | 'socket-broken'
  | 'missing-header'
  | 'header-schema'
  | 'write-only-shown'
  | 'accepts-invalid'
  | 'refuses-valid'
  | 'ignores-credentials'
  | 'other-account-allowed'
  | 'method-not-refused'
  | 'missing-allow'
  | 'odd-options'
  | 'odd-head'
  | 'not-available'
  | 'broken-location'
  | 'use-after-delete'
  | 'unknown-id-accepted'
  | 'pagination';

/** Statuses that need no declaration in this situation. */
export interface Situation {
  /** What was sent, in words. */
  what: string;
  /** The part that differs; names the cause of a defect. */
  site: string;
  tolerated: readonly number[];
}

/** A defect of a response. */
function fault(rule: Rule, message: string, cause: string): Problem {
  return { rule, message, cause, side: 'response' };
}

/** Finds what is wrong with a response, whatever the request was. */
export function judgeResponse(
  call: Call,
  outcome: Outcome,
  { what, site, tolerated }: Situation,
  validator: Validator,
): Problem[] {
  if (outcome.kind !== 'response')
    return [fault(TROUBLE[outcome.kind], `${outcome.message}, to ${what}`, site)];
  const { status } = outcome;
  const { operation } = call;
  const declared = declaredFor(operation, status);
  const isExact = operation.responses.has(String(status)) || operation.responses.has('5XX');
  if (status === 500 || (status >= 500 && !isExact)) {
    return [fault('server-error', `responds with ${status} to ${what}`, site)];
  }
  if (!declared) {
    if (tolerated.includes(status)) return [];
    const names = [...operation.responses.keys()].join(', ');
    const message = `responds with ${status}, which is not declared (${names}), to ${what}`;
    return [fault('undeclared-status', message, String(status))];
  }
  return [
    ...declared.headers.flatMap((header) => judgeHeader(header, outcome, validator)),
    ...judgeBody(declared.contents, outcome, validator),
  ];
}

const TROUBLE = {
  timeout: 'no-response',
  dropped: 'connection-dropped',
  refused: 'no-response',
  broken: 'broken-http',
} as const;

function judgeHeader(
  { name, required, node }: ApiHeader,
  { status, headers }: HttpResponse,
  validator: Validator,
): Problem[] {
  const text = headers[name.toLowerCase()];
  const cause = `${status} ${name}`;
  if (text === undefined) {
    const message = `the ${status} response lacks the required header ${name}`;
    return required ? [fault('missing-header', message, cause)] : [];
  }
  if (readings(text).some((value) => validator.judge(node, value) !== 'invalid')) return [];
  const violation = validator.violation(node, readings(text).at(-1));
  const why = violation?.message ?? 'it does not match its schema';
  const message = `the header ${name} of the ${status} response is ${show(text)}: ${why}`;
  return [fault('header-schema', message, cause)];
}

function readings(text: string): unknown[] {
  const items = text.split(',').map((item) => item.trim());
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return [
    items,
    items.map(Number),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    text,
    ...(Number.isNaN(number) ? [] : [number]),
  ];
}

/** A response with the content that the contract declares for it. */
interface Subject {
  content: ApiContent;
  response: HttpResponse;
  validator: Validator;
}

function judgeBody(contents: ApiContent[], response: HttpResponse, validator: Validator) {
  const { status, headers, text } = response;
  if (contents.length === 0 || status === 204 || status === 304) return [];
  const given = plainType(headers['content-type'] ?? '');
  const content = contents.find(({ type }) => covers(type, given));
  if (!content) {
    const names = contents.map(({ type }) => type).join(', ');
    const message = `the ${status} response is ${given || 'without a content type'}${text === '' ? ' and empty' : ''}; declared: ${names}`;
    return [fault('undeclared-content-type', message, `${status} ${given}`)];
  }
  const subject: Subject = { content, response, validator };
  if (/event-stream/.test(given)) return judgeEvents(subject);
  if (/ndjson|jsonl|json-seq/.test(given)) return judgeLines(subject);
  if (!isJsonType(given)) return content.hasSchema ? judgeText(subject) : [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (response.isCut) return [];
    const message = `the ${status} response is invalid JSON (${error instanceof Error ? error.message : ''})`;
    return [fault('malformed-body', message, String(status))];
  }
  return judgeValue(subject, value);
}

function judgeValue(
  { content: { node }, response, validator }: Subject,
  value: unknown,
): Problem[] {
  const { status } = response;
  const violation = validator.violation(node, value);
  if (violation)
    return [schemaProblem('response-schema', `the ${status} response`, status, violation)];
  const secret = shownSecret(node, value);
  if (secret === undefined) return [];
  const message = `the ${status} response contains “${secret}”, which is writeOnly`;
  return [fault('write-only-shown', message, secret)];
}

function schemaProblem(
  rule: 'response-schema' | 'event-schema',
  subject: string,
  status: number,
  { keyword, place, message }: Violation,
): Problem {
  const where = place ? `“${place}”` : 'the whole value';
  const text = `${subject} does not match its schema: ${where} ${message}`;
  return fault(rule, text, `${status} ${keyword} ${place}`);
}

/** Non-JSON bodies are checked only against schemas of plain strings. */
function judgeText({ content: { node }, response, validator }: Subject): Problem[] {
  const { text, status } = response;
  const isText = minesOf([node]).some((one) => one.types?.includes('string') && !one.format);
  const violation = isText ? validator.violation(node, text) : undefined;
  const subject = `the ${status} response`;
  return violation ? [schemaProblem('response-schema', subject, status, violation)] : [];
}

function judgeLines({ content, response, validator }: Subject): Problem[] {
  const lines = response.text.split('\n').map((line) => line.replaceAll('\u001e', '').trim());
  if (response.isCut) lines.pop();
  for (const line of lines.filter(Boolean)) {
    const value = parsed(line);
    if (value === undefined) {
      const message = `a line of the ${response.status} response is invalid JSON: ${show(line)}`;
      return [fault('malformed-body', message, 'line')];
    }
    const violation = validator.violation(content.node, value);
    const subject = `a line of the ${response.status} response`;
    if (violation) return [schemaProblem('response-schema', subject, response.status, violation)];
  }
  return [];
}

/** Checks that each event matches the schema, whichever way the contract describes events. */
function judgeEvents({ content: { node }, response, validator }: Subject): Problem[] {
  const events = createSseParser().push(response.text);
  const tail = response.text.split(/\r\n\r\n|\n\n|\r\r/).at(-1) ?? '';
  if (events.length === 0 && response.text.trim() !== '' && tail !== '' && !response.isCut) {
    const message = `the ${response.status} response is not an event stream: ${show(response.text)}`;
    return [fault('malformed-body', message, 'events')];
  }
  const mines = minesOf([node]);
  const names = new Set(mines.flatMap((one) => [...one.properties.keys()]));
  const isEnvelope = names.has('data') && (names.has('event') || names.has('id'));
  const isList = mines.some((one) => one.types?.includes('array') && one.items);
  const isText = mines.some((one) => one.types?.includes('string'));
  for (const { id, event, data } of events) {
    if (data === '[DONE]') continue;
    const value = parsed(data);
    const forms: unknown[] = value === undefined ? [] : [isList ? [value] : value];
    if (isText) forms.push(data);
    if (isEnvelope)
      for (const one of value === undefined ? [data] : [value, data])
        forms.push(
          { event, data: one },
          { event, data: one, id },
          { data: one },
          { data: one, id },
        );
    if (forms.length === 0) {
      const message = `an event is invalid JSON: ${show(data)}`;
      return [fault('event-schema', message, 'json')];
    }
    if (forms.some((form) => validator.violation(node, form) === undefined)) continue;
    const violation = validator.violation(node, forms[0]);
    const subject = `an event (${event}: ${show(data)})`;
    if (violation) return [schemaProblem('event-schema', subject, response.status, violation)];
  }
  return [];
}

/** The name of a write-only property in the value. */
function shownSecret(node: SchemaNode, value: unknown, depth = 0): string | undefined {
  if (depth > 6) return undefined;
  if (Array.isArray(value)) {
    const items = minesOf([node]).flatMap((one) => one.items ?? []);
    for (const item of value.slice(0, 20))
      for (const schema of items) {
        const found = shownSecret(schema, item, depth + 1);
        if (found !== undefined) return found;
      }
  }
  if (!isObject(value)) return undefined;
  for (const one of minesOf([node])) {
    for (const name of one.hidden)
      if (Object.hasOwn(value, name) && value[name] !== null) return name;
    for (const [name, schema] of one.properties) {
      if (!Object.hasOwn(value, name)) continue;
      const found = shownSecret(schema, value[name], depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export function show(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
