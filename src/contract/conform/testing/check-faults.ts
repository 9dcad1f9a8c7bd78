import { field, lets, letsQuery, refuses, type SeededFault } from './fault-kinds.ts';

const NOTE = '/notes/{noteId}';

/** Invalid requests that are accepted, and valid ones that are rejected. */
export const checkFaults: SeededFault[] = [
  [
    'a text that is one character too long',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => String(field(body, 'title')).length === 41),
  ],
  [
    'an empty string',
    'accepts-invalid',
    `PATCH ${NOTE}`,
    lets(`PATCH ${NOTE}`, (body) => field(body, 'title') === ''),
  ],
  [
    'a number that is too large by one',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => field(body, 'priority') === 6),
  ],
  [
    'a list that is too long by one',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => {
      const tags = field(body, 'tags');
      return Array.isArray(tags) && tags.length === 4;
    }),
  ],
  [
    'a repeated item',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => {
      const tags = field(body, 'tags');
      return Array.isArray(tags) && tags.length === 2 && tags[0] === tags[1];
    }),
  ],
  [
    'a nested text that is too short',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => String(field(field(body, 'place'), 'street')).length === 1),
  ],
  [
    'a missing nested field',
    'accepts-invalid',
    `PATCH ${NOTE}`,
    lets(
      `PATCH ${NOTE}`,
      (body) =>
        field(body, 'place') !== undefined && field(field(body, 'place'), 'street') === undefined,
    ),
  ],
  [
    'a null',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => field(body, 'state') === null),
  ],
  [
    'a pattern without its end',
    'accepts-invalid',
    'POST /notes',
    lets('POST /notes', (body) => /^[A-Z]{2}-[0-9]+./.test(String(field(body, 'code')))),
  ],
  [
    'a value that is not allowed',
    'accepts-invalid',
    `PATCH ${NOTE}`,
    lets(`PATCH ${NOTE}`, (body) => /open|done/i.test(String(field(body, 'state')))),
  ],
  [
    'an invalid date',
    'accepts-invalid',
    'POST /notes',
    lets(
      'POST /notes',
      (body) => typeof field(body, 'due') === 'string' && field(body, 'title') !== '',
    ),
  ],
  [
    'a required field missing from a body',
    'accepts-invalid',
    'POST /notes',
    lets(
      'POST /notes',
      (body) =>
        typeof body === 'object' && body !== null && !('priority' in body) && 'title' in body,
    ),
  ],
  [
    'an extra field',
    'accepts-invalid',
    'POST /notes',
    lets(
      'POST /notes',
      (body) =>
        typeof field(body, 'title') === 'string' && field(body, 'conform_unknown') !== undefined,
    ),
  ],
  [
    'truncated JSON',
    'accepts-invalid',
    `PATCH ${NOTE}`,
    { passes: ({ operation, text }) => operation === `PATCH ${NOTE}` && text === '{"a":' },
  ],
  [
    'no body',
    'accepts-invalid',
    'POST /notes',
    { passes: ({ operation, text }) => operation === 'POST /notes' && text === '' },
  ],
  [
    'an undeclared content type',
    'accepts-invalid',
    'POST /notes',
    {
      passes: ({ operation, headers }) =>
        operation === 'POST /notes' && headers['content-type'] === 'text/plain',
    },
  ],
  [
    'a missing required parameter',
    'accepts-invalid',
    'GET /search',
    letsQuery('GET /search', (query) => !query.has('q')),
  ],
  [
    'a parameter that is too short',
    'accepts-invalid',
    'GET /search',
    letsQuery('GET /search', (query) => query.get('q')?.length === 1),
  ],
  [
    'a parameter that is too large by one',
    'accepts-invalid',
    'GET /notes',
    letsQuery('GET /notes', (query) => query.get('limit') === '51'),
  ],
  [
    'a parameter of another type',
    'accepts-invalid',
    'GET /notes',
    letsQuery('GET /notes', (query) => query.get('limit') === 'text'),
  ],
  [
    'a parameter that is not an allowed value',
    'accepts-invalid',
    'GET /notes',
    letsQuery('GET /notes', (query) => query.has('state')),
  ],
  [
    'a list parameter that is too long',
    'accepts-invalid',
    'GET /search',
    letsQuery('GET /search', (query) => query.getAll('priority').length === 3),
  ],
  [
    'the longest text',
    'refuses-valid',
    'POST /notes',
    refuses('POST /notes', ({ body }) => String(field(body, 'title')).length === 40),
  ],
  [
    'the smallest number',
    'refuses-valid',
    'POST /notes',
    refuses('POST /notes', ({ body }) => field(body, 'priority') === 1),
  ],
  [
    'the largest parameter',
    'refuses-valid',
    'GET /notes',
    refuses('GET /notes', ({ url }) => url.searchParams.get('limit') === '50'),
  ],
  [
    'an allowed value',
    'refuses-valid',
    'GET /notes',
    refuses('GET /notes', ({ url }) => url.searchParams.get('state') === 'done'),
  ],
  [
    'null where it is allowed',
    'refuses-valid',
    'POST /notes',
    refuses('POST /notes', ({ body }) => field(body, 'due') === null),
  ],
  [
    'a request without an optional field',
    'refuses-valid',
    'POST /notes',
    refuses(
      'POST /notes',
      ({ body }) => field(body, 'code') === undefined && typeof field(body, 'title') === 'string',
    ),
  ],
];
