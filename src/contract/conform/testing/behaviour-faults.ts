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

/** What is wrong with how a server behaves. */
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
    'credentials of nobody',
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
    'another method with 404',
    'method-not-refused',
    'GET /health',
    {
      after: ({ operation, reply }) => {
        if (operation.endsWith('/health') && reply.status === 405) reply.status = 404;
      },
    },
  ],
  [
    'another method with success',
    'method-not-refused',
    'GET /search',
    {
      after: ({ operation, reply, method }) => {
        if (operation.endsWith('/search') && method === 'PUT') reply.status = 200;
      },
    },
  ],
  [
    'another method without Allow',
    'missing-allow',
    `GET ${NOTE}`,
    {
      after: ({ operation, reply, method }) => {
        if (operation.endsWith(NOTE) && method === 'POST') reply.headers = {};
      },
    },
  ],
  [
    'OPTIONS with a defect',
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
    'null with a defect',
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
    'characters beyond ASCII with a defect',
    'server-error',
    'POST /notes',
    breaks('POST /notes', titleHas('😀')),
  ],
  [
    'percent signs that escape nothing, with a defect',
    'server-error',
    `GET ${NOTE}`,
    breaks(`GET ${NOTE}`, ({ url }) => url.pathname.includes('%E0%A4%A')),
  ],
  [
    'an empty parameter with a defect',
    'server-error',
    'GET /notes',
    breaks('GET /notes', ({ url }) => url.searchParams.get('cursor') === ''),
  ],
  [
    'an unknown parameter with a defect',
    'server-error',
    'GET /notes',
    breaks('GET /notes', ({ url }) => url.searchParams.has('conform_unknown')),
  ],
  [
    'a parameter twice with a defect',
    'server-error',
    'GET /notes',
    breaks('GET /notes', ({ url }) => url.searchParams.getAll('limit').length > 1),
  ],
  [
    'a huge number with a defect',
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
    'malformed JSON with a defect',
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
    'an id in another script with a defect',
    'server-error',
    `GET ${NOTE}`,
    breaks(`GET ${NOTE}`, ({ url }) => /%F0|%00/.test(url.pathname)),
  ],
  [
    'what was made and is not there',
    'not-available',
    `GET ${NOTE}`,
    spoilsSuccess('POST /notes', ({ notes, reply }) => {
      notes.delete(String(field(reply.body, 'id')));
    }),
  ],
  [
    'what was deleted and is there',
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
    'an id that nothing has',
    'unknown-id-answered',
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
    'a Location of another thing',
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
    'more than the limit',
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
    'the same page again',
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
    'a page that leaves one out',
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
    'an answer that never comes',
    'no-answer',
    'GET /search',
    spoilsSuccess('GET /search', ({ reply }) => {
      reply.hangs = true;
    }),
  ],
  [
    'a connection that is dropped',
    'connection-dropped',
    `GET ${NOTE}`,
    spoilsSuccess(`GET ${NOTE}`, ({ reply }) => {
      reply.drops = true;
    }),
  ],
  [
    'a Content-Length that is too long',
    'no-answer',
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
