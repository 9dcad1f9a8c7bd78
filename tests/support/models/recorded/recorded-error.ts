import type { Reply } from '../openai-replies.ts';

/** An error of a model server, the code that it means, and what we say about it. */
export type RecordedError = [name: string, reply: Reply, code: string, says: RegExp];

export const status = (code: number, body: object | string, headers = {}): Reply => ({
  kind: 'status',
  status: code,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
});

export const error = (message: string, more: object = {}) => ({ error: { message, ...more } });
