import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChatClient } from '../../../tests/support/chat-client.ts';
import { createMockServer } from '../node.ts';
import { ORG_ID, PROJECT_ID } from '../seed/ids.ts';
import { tokenOf } from '../testing.ts';

const API = 'http://localhost:3000/api/v1';
const place = { orgId: ORG_ID, projectId: PROJECT_ID };
const { server, store } = createMockServer({ tokenMs: 2 });

beforeAll(() => server.listen());
afterAll(() => server.close());

async function createChat(token: string): Promise<string> {
  const made = await fetch(`${API}/org/${ORG_ID}/project/${PROJECT_ID}/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ config: { type: 'model' } }),
  });
  return ((await made.json()) as { id: string }).id;
}

it('intercepts sockets, and breaks them off as the faults say', async () => {
  const token = tokenOf(store, 'member') ?? '';
  const chat = await createChat(token);
  const client = await new ChatClient(API).hello(place, token);
  await client.open(chat, 0);
  client.send({ type: 'send', ref: 'r', chat_id: chat, message: { text: 'Hello' } });
  expect(await client.ended()).toMatchObject({ status: 'succeeded' });
  store.faults = { socket: 'drop' };
  client.send({ type: 'ping' });
  await client.until(() => client.closed);
  store.faults = { socket: 'refuse' };
  const refused = new ChatClient(API);
  await refused.until(() => refused.closed);
  store.faults = {};
  const back = await new ChatClient(API).hello(place, token);
  await back.open(chat, 0);
  expect(back.of('message')).toHaveLength(2);
  back.close();
});
