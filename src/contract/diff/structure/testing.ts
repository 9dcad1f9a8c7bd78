/** Contracts with one operation, for tests that change one thing in it. */
export type Json = Record<string, unknown>;

export const s = { type: 'string' };
export const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
export const ok = (schema: unknown = s): Json => ({
  responses: { 200: { description: 'ok', ...json(schema) } },
});
export const one = (operation: Json, more: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  paths: { '/a/{id}': { post: { ...ok(), ...operation } } },
  ...more,
});
export const query = (more: Json) => ({ name: 'q', in: 'query', schema: s, ...more });
export const withQuery = (more: Json) => one({ parameters: [query(more)] });
