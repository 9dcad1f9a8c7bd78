import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing.ts';

/** Two batches of documents are dropped at once, and indexed meanwhile: all of them arrive. */
const BATCHES = ['First', 'Second'];
/** As many as one request takes. */
const DOCUMENTS = 100;
let server: TestApp;
let base: string;

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  await server.app.listen({ port: 0, host: 'localhost' });
  const { port } = server.app.server.address() as AddressInfo;
  base = `http://localhost:${port}/api/v1`;
  await call('GET', '/user');
});
afterAll(() => server.close());

interface Json {
  [name: string]: Json;
}

async function call(method: string, path: string, body?: object): Promise<Json> {
  const isForm = body instanceof FormData;
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: 'Bearer token-ada',
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const result = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(result)}`);
  return result;
}

it('all documents of two batches arrive that are dropped at once, and indexed meanwhile', {
  timeout: 300_000,
}, async () => {
  const org = (await call('GET', '/org')).results?.[0]?.id;
  const project = `/org/${org}/project/${(await call('GET', `/org/${org}/project`)).results?.[0]?.id}`;
  const { id } = await call('POST', `${project}/collection`, { name: 'Handbook' });
  const counts = async () =>
    (await call('GET', `${project}/collection/${id}`)).counts as unknown as Record<string, number>;

  /** Drops documents as the console does large ones: announced together, then sent one by one. */
  async function drop(name: string): Promise<void> {
    const texts = Array.from(
      { length: DOCUMENTS },
      (_, at) => `# ${name} ${at}\n\nRule ${at} of ${name}.`,
    );
    const files = texts.map((text, at) => ({ name: `${name} ${at}.md`, size: text.length }));
    const body = { purpose: 'document', collection_id: id, files };
    const { results } = await call('POST', `${project}/upload`, body);
    for (const [at, text] of texts.entries()) {
      const form = new FormData();
      form.set('file', new Blob([text]));
      await call('PUT', `${project}/upload/${results?.[at]?.upload?.id}?offset=0`, form);
    }
  }

  await Promise.all(BATCHES.map(drop));
  expect((await counts()).ready).toBeGreaterThan(0);
  for (;;) {
    const { documents, ready, failed } = await counts();
    expect([documents, failed]).toEqual([BATCHES.length * DOCUMENTS, 0]);
    if (ready === documents) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { results } = await call('POST', `${project}/collection/${id}/search`, {
    query: 'Rule 99 of Second',
  });
  expect(results?.[0]?.document_name).toBe('Second 99.md');
});
