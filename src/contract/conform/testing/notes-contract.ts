/** A small contract with most of the features that contracts have. */
const problem = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
const refusal = (description: string) => ({ description, content: problem });
const json = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});
const noteId = {
  name: 'noteId',
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 3, maxLength: 20 },
};
const errors = {
  400: refusal('Invalid.'),
  401: refusal('Nobody.'),
};
const fields = {
  title: { type: 'string', minLength: 1, maxLength: 40 },
  priority: { type: 'integer', minimum: 1, maximum: 5 },
  state: { enum: ['open', 'done'] },
  code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]+$' },
  tags: {
    type: 'array',
    maxItems: 3,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 10 },
  },
  due: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
  place: {
    type: 'object',
    additionalProperties: false,
    required: ['street'],
    properties: {
      street: { type: 'string', minLength: 2, maxLength: 60 },
      number: { type: 'integer', minimum: 1 },
    },
  },
};

export const notesContract = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'cursor', in: 'query', schema: { type: 'string', maxLength: 60 } },
          { name: 'state', in: 'query', schema: { enum: ['open', 'done'] } },
        ],
        responses: {
          200: {
            description: 'A page.',
            headers: { 'X-Total-Count': { required: true, schema: { type: 'integer' } } },
            content: json('NoteList'),
          },
          ...errors,
        },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: json('NoteCreate') },
        responses: {
          201: {
            description: 'Made.',
            headers: { Location: { schema: { type: 'string' } } },
            content: json('Note'),
          },
          ...errors,
          415: refusal('Not JSON.'),
        },
      },
    },
    '/notes/{noteId}': {
      parameters: [noteId],
      get: {
        operationId: 'getNote',
        responses: {
          200: { description: 'It.', content: json('Note') },
          ...errors,
          404: refusal('None.'),
        },
      },
      patch: {
        operationId: 'updateNote',
        requestBody: { required: true, content: json('NotePatch') },
        responses: {
          200: { description: 'It.', content: json('Note') },
          ...errors,
          404: refusal('None.'),
          415: refusal('Not JSON.'),
        },
      },
      delete: {
        operationId: 'deleteNote',
        responses: { 204: { description: 'Gone.' }, ...errors, 404: refusal('None.') },
      },
    },
    '/notes/{noteId}/events': {
      parameters: [noteId],
      get: {
        operationId: 'watchNote',
        responses: {
          200: {
            description: 'Its events.',
            content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Event' } } },
          },
          ...errors,
          404: refusal('None.'),
        },
      },
    },
    '/search': {
      get: {
        operationId: 'searchNotes',
        parameters: [
          {
            name: 'q',
            in: 'query',
            required: true,
            schema: { type: 'string', minLength: 2, maxLength: 20 },
          },
          {
            name: 'priority',
            in: 'query',
            schema: { type: 'array', maxItems: 2, items: { type: 'integer', minimum: 1 } },
          },
        ],
        responses: {
          200: { description: 'What was found.', content: json('NoteList') },
          ...errors,
        },
      },
    },
    '/health': {
      get: {
        operationId: 'getHealth',
        security: [],
        responses: {
          200: {
            description: 'Up.',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['ok'], properties: { ok: { const: true } } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Note: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'title', 'priority', 'state', 'created_at'],
        properties: {
          id: { type: 'string' },
          ...fields,
          created_at: { type: 'string', format: 'date-time' },
        },
      },
      NoteCreate: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'priority'],
        properties: fields,
      },
      NotePatch: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: fields,
      },
      NoteList: {
        type: 'object',
        required: ['results', 'next_cursor'],
        properties: {
          results: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
          next_cursor: { type: ['string', 'null'] },
        },
      },
      Event: {
        type: 'object',
        required: ['type', 'at'],
        properties: { type: { enum: ['seen', 'end'] }, at: { type: 'integer' } },
      },
      Problem: {
        type: 'object',
        required: ['title', 'status'],
        properties: { title: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
};
