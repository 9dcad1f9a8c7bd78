import { expect, it } from 'vitest';
import type { ChatExchange, ChatMessage, Run } from '#generated/model/index.ts';
import { ORG_ID, PROJECT_ID } from '../seed/ids.ts';
import { createStore } from '../store.ts';
import { type Bench, createBench } from '../testing.ts';

const project = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}`;

async function read<T>(bench: Bench, method: string, url: string, body?: unknown): Promise<T> {
  const response = await bench.send(method, url, {
    as: 'owner',
    ...(body !== undefined && { body }),
  });
  return (await response.json()) as T;
}

it('an answer that a page load interrupted is given again, from its start', async () => {
  const bench = createBench({ tokenMs: 5 });
  const config = { type: 'model' };
  const { id } = await read<{ id: string }>(bench, 'POST', `${project}/chat`, { config });
  const messages = `${project}/chat/${id}/message`;
  const { answer } = await read<ChatExchange>(bench, 'POST', messages, { text: 'Hello' });
  const data = structuredClone(bench.store.data);
  const interrupted = data.tables.chat_message[answer.id];
  if (!interrupted) throw new Error('No answer');
  expect(interrupted.ended_at).toBeNull();
  // The page that was closed.
  interrupted.worker_id = 'mocks-closed';
  const reloaded = createBench({}, createStore(data));
  const url = `${messages}/${answer.id}`;
  await expect
    .poll(async () => (await read<ChatMessage>(reloaded, 'GET', url)).status)
    .toBe('succeeded');
  const again = await read<ChatMessage>(reloaded, 'GET', url);
  expect(again.text).toContain('Hello');
  expect(again.run_id).not.toBe(answer.run_id);
  const { results } = await read<{ results: Run[] }>(reloaded, 'GET', `${project}/run`);
  expect(results.find((run) => run.id === answer.run_id)?.status).toBe('failed');
});
