import { bodyWith, type SeededFault, spoils, spoilsSuccess } from './fault-kinds.ts';

const NOTE = '/notes/{noteId}';

/** Faults in responses. */
export const responseFaults: SeededFault[] = [
  [
    'an undeclared status',
    'undeclared-status',
    'POST /notes',
    spoilsSuccess('POST /notes', ({ reply }) => {
      reply.status = 200;
    }),
  ],
  [
    'an undeclared error',
    'undeclared-status',
    'POST /notes',
    spoils('POST /notes', ({ reply }) => {
      if (reply.status === 400) reply.status = 422;
    }),
  ],
  [
    'truncated JSON rejected with an undeclared status',
    'undeclared-status',
    'POST /notes',
    spoils('POST /notes', ({ reply, body }) => {
      if (reply.status === 400 && body === undefined) reply.status = 422;
    }),
  ],
  [
    'missing credentials rejected with an undeclared status',
    'undeclared-status',
    'GET /notes',
    spoils('GET /notes', ({ reply }) => {
      if (reply.status === 401) reply.status = 403;
    }),
  ],
  [
    'another content type',
    'undeclared-content-type',
    `GET ${NOTE}`,
    spoilsSuccess(`GET ${NOTE}`, ({ reply }) => {
      reply.type = 'text/plain';
    }),
  ],
  [
    'HTML',
    'undeclared-content-type',
    'GET /health',
    spoils('GET /health', ({ reply }) => {
      Object.assign(reply, { text: '<!doctype html><p>Hi', type: 'text/html' });
    }),
  ],
  [
    'HTML declared as JSON',
    'malformed-body',
    'GET /health',
    spoils('GET /health', ({ reply }) => {
      reply.text = '<!doctype html><p>Hi';
    }),
  ],
  [
    'a missing required field',
    'response-schema',
    `GET ${NOTE}`,
    spoilsSuccess(`GET ${NOTE}`, bodyWith('priority', undefined)),
  ],
  [
    'an undeclared field',
    'response-schema',
    `PATCH ${NOTE}`,
    spoilsSuccess(`PATCH ${NOTE}`, bodyWith('extra', 1)),
  ],
  [
    'a field of another type',
    'response-schema',
    'POST /notes',
    spoilsSuccess('POST /notes', bodyWith('priority', '1')),
  ],
  [
    'a problem with another shape',
    'response-schema',
    `GET ${NOTE}`,
    spoils(`GET ${NOTE}`, ({ reply }) => {
      if (reply.status === 404) reply.body = { error: 'none' };
    }),
  ],
  [
    'a missing required header',
    'missing-header',
    'GET /notes',
    spoils('GET /notes', ({ reply }) => {
      delete reply.headers?.['x-total-count'];
    }),
  ],
  [
    'a header of another type',
    'header-schema',
    'GET /notes',
    spoilsSuccess('GET /notes', ({ reply }) => {
      reply.headers = { 'x-total-count': 'many' };
    }),
  ],
  [
    'an event with another shape',
    'event-schema',
    `GET ${NOTE}/events`,
    spoilsSuccess(`GET ${NOTE}/events`, ({ reply }) => {
      reply.text = `${reply.text}data: {"type":"other","at":3}\n\n`;
    }),
  ],
  [
    'an event that is not JSON',
    'event-schema',
    `GET ${NOTE}/events`,
    spoilsSuccess(`GET ${NOTE}/events`, ({ reply }) => {
      reply.text = `data: {"type\n\n`;
    }),
  ],
];
