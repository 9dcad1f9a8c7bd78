import { tryJson } from '#core/json/parse-json.ts';
import { badRequest } from '../errors.ts';
import type { Form } from './exchange.ts';

/** @throws IdentityError 400 for anything but JSON of a reasonable depth */
export function readJson(text: string): unknown {
  if (text === '') return undefined;
  const body = tryJson(text);
  if (body === undefined) throw badRequest('The request body is not valid JSON.');
  return body;
}

/** @throws IdentityError 400 if the body isn't an object or a field has the wrong type. */
export function readForm(body: unknown): Form {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw badRequest('The body must be a JSON object or an HTML form.');
  }
  const fields = new Map(Object.entries((body ?? {}) as Record<string, unknown>));

  const asText = (name: string, value: unknown): string | undefined => {
    if (value === undefined || value === null) return undefined;
    // PostgreSQL text can't contain NUL, and none of our fields needs it.
    if (typeof value === 'string') return value.replaceAll('\0', '');
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw badRequest(`The field "${name}" must be a string.`);
  };

  return {
    text: (name) => asText(name, fields.get(name)),
    flag: (name) => ['true', '1', 'on'].includes(asText(name, fields.get(name)) ?? ''),
    has: (name) => fields.has(name),
    trait(name) {
      const traits = fields.get('traits');
      if (traits !== undefined && (typeof traits !== 'object' || traits === null)) {
        throw badRequest('The field "traits" must be an object.');
      }
      const nested = (traits as Record<string, unknown> | undefined)?.[name];
      return asText(`traits.${name}`, nested ?? fields.get(`traits.${name}`));
    },
  };
}
