import {
  bodyWith,
  breaks,
  field,
  type SeededFault,
  spoils,
  spoilsSuccess,
  titleHas,
} from './fault-kinds.ts';
import type { Exchange } from './notes-server.ts';

const NOTE = '/notes/{noteId}';

/** Faults in how a server behaves. */
export const behaviourFaults: SeededFault[] = [
  [
    'no credentials',
    'ignores-credentials',
    `DELETE ${NOTE}`,
    {
      before: ({ headers, operation }) => {
        if (operation === `DELETE ${NOTE}`) headers.authorization = 'Bearer right';
        return undefined;
      },
    },
  ],
  [
    'invalid credentials',
    'ignores-credentials',
    'GET /search',
    {
      before: ({ headers, operation }) => {
        if (operation === 'GET /search' && headers.authorization)
          headers.authorization = 'Bearer right';
        return undefined;
      },
    },
  ],
  [
    'what belongs to another account',
    'other-account-allowed',
    `GET ${NOTE}`,
    {
      before: ({ headers, operation }) => {
        if (operation === `GET ${NOTE}` && headers.authorization === 'Bearer other')
          headers.authorization = 'Bearer right';
        return undefined;
      },
    },
  ],
  [
    'another account that nobody has',
    'other-account-allowed',
    `PATCH ${NOTE}`,
    {
      before: ({ headers, operation }) => {
        if (operation === `PATCH ${NOTE}` && headers.authorization === 'Bearer other')
          headers.authorization = 'Bearer expired';
        return undefined;
      },
    },
  ],
  [
    'an undeclared method with 404',
    'method-not-refused',
    'GET /health',
    {
      after: ({ operation, reply }) => {
        if (operation.endsWith('/health') && reply.status === 405) reply.status = 404;
      },
    },
  ],
  [
    'an undeclared method with success',
    'method-not-refused',
    'GET /search',
    {
      after: ({ operation, reply, method }) => {
        if (operation.endsWith('/search') && method === 'PUT') reply.status = 200;
      },
    },
  ],
  [
    'an undeclared method without Allow',
    'missing-allow',
    `GET ${NOTE}`,
    {
      after: ({ operation, reply, method }) => {
        if (operation.endsWith(NOTE) && method === 'POST') reply.headers = {};
      },
    },
  ],
  [
    'a defect in OPTIONS',
    'odd-options',
    'GET /notes',
    {
      after: ({ operation, reply }) => {
        if (operation === 'OPTIONS /notes') reply.status = 500;
      },
    },
  ],
  [
    'HEAD with another status',
    'odd-head',
    'GET /health',
    {
      after: ({ operation, reply }) => {
        if (operation === 'HEAD /health') reply.status = 404;
      },
    },
  ],
  [
    'a defect with null',
    'server-error',
    'POST /notes',
    {
      before: ({ operation, body, headers }) =>
        operation === 'POST /notes' && headers.authorization && field(body, 'tags') === null
          ? { status: 500 }
          : undefined,
    },
  ],
  [
    'a defect with non-ASCII characters',
    'server-error',
    'POST /notes',
    breaks('POST /notes', titleHas('😀')),
  ],
  [
    'a defect with percent signs that escape nothing',
    'server-error',
    `GET ${NOTE}`,
    breaks(`GET ${NOTE}`, ({ url }) => url.pathname.includes('%E0%A4%A')),
  ],
  [
    'a defect with an empty parameter',
    'server-error',
    'GET /notes',
    breaks('GET /notes', ({ url }) => url.searchParams.get('cursor') === ''),
  ],
  [
    'a defect with an unknown parameter',
    'server-error',
    'GET /notes',
    breaks('GET /notes', ({ url }) => url.searchParams.has('conform_unknown')),
  ],
  [
    'a defect with a repeated parameter',
    'server-error',
    'GET /notes',
    breaks('GET /notes', ({ url }) => url.searchParams.getAll('limit').length > 1),
  ],
  [
    'a defect with a huge number',
    'server-error',
    'POST /notes',
    {
      before: ({ operation, body, headers }) =>
        operation === 'POST /notes' &&
        headers.authorization &&
        Number(field(body, 'priority')) > 1e15
          ? { status: 500 }
          : undefined,
    },
  ],
  [
    'a defect with malformed JSON',
    'server-error',
    `PATCH ${NOTE}`,
    {
      before: ({ operation, body, text, headers }) =>
        operation === `PATCH ${NOTE}` && headers.authorization && body === undefined && text !== ''
          ? { status: 500 }
          : undefined,
    },
  ],
  [
    'a defect with an id in another script',
    'server-error',
    `GET ${NOTE}`,
    breaks(`GET ${NOTE}`, ({ url }) => /%F0|%00/.test(url.pathname)),
  ],
  [
    'a created resource that does not exist',
    'not-available',
    `GET ${NOTE}`,
    spoilsSuccess('POST /notes', ({ notes, reply }) => {
      notes.delete(String(field(reply.body, 'id')));
    }),
  ],
  [
    'a deleted resource that still exists',
    'use-after-delete',
    `GET ${NOTE}`,
    {
      after: ({ operation, reply, url, notes }) => {
        if (operation === `DELETE ${NOTE}` && reply.status === 204)
          notes.set(url.pathname.slice(7), {
            id: url.pathname.slice(7),
            title: 'x',
            priority: 1,
            state: 'open',
            created_at: '2026-01-01T00:00:00Z',
          });
      },
    },
  ],
  [
    'an unknown id that is accepted',
    'unknown-id-accepted',
    `GET ${NOTE}`,
    spoils(`GET ${NOTE}`, ({ reply, notes }) => {
      if (reply.status === 404)
        Object.assign(reply, {
          status: 200,
          type: 'application/json',
          body: [...notes.values()][0],
        });
    }),
  ],
  [
    'a Location that leads nowhere',
    'broken-location',
    'POST /notes',
    spoilsSuccess('POST /notes', ({ reply }) => {
      reply.headers = { location: '/note/1' };
    }),
  ],
  [
    'a Location of another resource',
    'broken-location',
    'POST /notes',
    spoilsSuccess('POST /notes', ({ reply }) => {
      reply.headers = { location: '/notes/note-0' };
    }),
  ],
  [
    'no Location',
    'missing-header',
    'POST /notes',
    spoilsSuccess('POST /notes', ({ reply }) => {
      reply.headers = {};
    }),
  ],
  [
    'more items than the limit',
    'pagination',
    'GET /notes',
    {
      before: ({ operation, url }) => {
        const limit = url.searchParams.get('limit');
        if (operation === 'GET /notes' && limit && /^[1-9]$/.test(limit))
          url.searchParams.set('limit', String(Number(limit) + 1));
        return undefined;
      },
    },
  ],
  [
    'a repeated page',
    'pagination',
    'GET /notes',
    {
      before: ({ operation, url }) => {
        if (operation === 'GET /notes' && url.searchParams.get('cursor') === 'c1')
          url.searchParams.delete('cursor');
        return undefined;
      },
    },
  ],
  [
    'a page that skips an item',
    'pagination',
    'GET /notes',
    spoilsSuccess('GET /notes', ({ reply, url }) => {
      if (url.searchParams.get('limit') === '1' && !url.searchParams.has('cursor'))
        bodyWith('next_cursor', 'c2')({ reply } as Exchange);
    }),
  ],
  [
    'pages that end too early',
    'pagination',
    'GET /notes',
    spoilsSuccess('GET /notes', bodyWith('next_cursor', null)),
  ],
  [
    'a response that never comes',
    'no-response',
    'GET /search',
    spoilsSuccess('GET /search', ({ reply }) => {
      reply.hangs = true;
    }),
  ],
  [
    'a dropped connection',
    'connection-dropped',
    `GET ${NOTE}`,
    spoilsSuccess(`GET ${NOTE}`, ({ reply }) => {
      reply.drops = true;
    }),
  ],
  [
    'a Content-Length that is too long',
    'no-response',
    'GET /health',
    spoils('GET /health', ({ reply }) => {
      reply.headers = { 'content-length': '99' };
    }),
  ],
  [
    'a Content-Length that is too short',
    'malformed-body',
    'GET /health',
    spoils('GET /health', ({ reply }) => {
      reply.headers = { 'content-length': '5' };
    }),
  ],
];
