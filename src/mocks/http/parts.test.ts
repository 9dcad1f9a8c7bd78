import { expect, it } from 'vitest';
import { OPERATIONS } from '#generated/operations/index.ts';
import { readParts } from './parts.ts';

const params = { orgId: 'org_1', projectId: 'project_1', webhookId: 'webhook_1' };
/** An empty body, as browsers create for requests that go through a service worker. */
const empty = () => new ReadableStream({ start: (controller) => controller.close() });

function sent(headers: Record<string, string>) {
  const init = { method: 'POST', body: empty(), duplex: 'half', headers };
  return readParts(OPERATIONS.testWebhook, new Request('http://localhost/', init), params);
}

it('an empty body without a type is none, and one of another type is rejected', async () => {
  expect((await sent({})).body).toBeUndefined();
  await expect(sent({ 'content-type': 'text/plain' })).rejects.toMatchObject({ status: 415 });
});
