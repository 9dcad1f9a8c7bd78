import { expect, it } from 'vitest';
import { HOUSE_TASKS } from '#core/assist/house-tasks.ts';
import { answerOf } from '#domain/model/testing-parts.ts';
import { seedWorld } from '../seed/world.ts';
import { createStore } from '../store.ts';
import { createAssistPort } from './assist-port.ts';

const store = createStore(seedWorld());
store.tokenMs = 0;
const port = createAssistPort(store);

it("the product's own tasks are there, and others aren't", async () => {
  for (const { taskId, name } of HOUSE_TASKS)
    expect((await port.houseTask(taskId)).taskName).toBe(name);
  await expect(port.houseTask('task_none')).rejects.toMatchObject({ status: 404 });
});

it.each([
  ['nothing else', '{"titles":["One"]}'],
  ['mock:write=text', 'This is not what you asked for.'],
  ['mock:write=object', '{"answer": 42}'],
  ['mock:write=half', '{"titles"'],
])('a prompt with %s gets the output that belongs to it', async (prompt, expected) => {
  const [info] = store.data.models;
  if (!info) throw new Error('No model');
  const model = port.sample(info, () => '{"titles":["One"]}');
  const { text } = await answerOf(model, { messages: [{ role: 'user', content: prompt }] });
  expect(text).toBe(expected);
});
