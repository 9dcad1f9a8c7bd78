import { describe, expect, it } from 'vitest';
import { type Any, call, createTask, projectPath, type Target } from '../target.ts';

/** How chats answer: over a task, over collections, and with a long history. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/chat`;
  const as = (method: string, url: string, body?: Any) =>
    call(target(), 'member', method, url, body === undefined ? {} : { body });

  async function createChat(config: Any): Promise<string> {
    const { status, body } = await as('POST', path(), { config });
    expect(status, JSON.stringify(body)).toBe(201);
    return `${path()}/${body.id}`;
  }

  /** Sends a message and waits for its answer. */
  async function ask(chat: string, message: Any): Promise<Any> {
    const sent = await as('POST', `${chat}/message`, message);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    return ended(`${chat}/message/${sent.body.answer.id}`);
  }

  async function ended(url: string): Promise<Any> {
    for (;;) {
      const { body } = await as('GET', url);
      if (body.ended_at) return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe('chats with a task', () => {
    it('run its active revision with the inputs, and show the typed output', async () => {
      const task = await createTask(target());
      const chat = await createChat({ type: 'task', task_id: task.id });
      const answer = await ask(chat, { inputs: { review: 'Broke after a day.' } });
      expect(answer).toMatchObject({ status: 'succeeded', grounding: null });
      expect(['positive', 'negative']).toContain(answer.output.sentiment);
      expect(JSON.parse(answer.text)).toEqual(answer.output);
      const { body: run } = await as('GET', `${projectPath(target())}/run/${answer.run_id}`);
      expect(run).toMatchObject({ source: 'chat', task_id: task.id, revision: 1 });
      expect(run.output).toEqual(answer.output);
      const again = await as('POST', `${chat}/message/${answer.id}/regenerate`, {});
      expect((await ended(`${chat}/message/${again.body.id}`)).output).toEqual(answer.output);
    });

    it('refuse wrong inputs with pointers, and store nothing', async () => {
      const task = await createTask(target());
      const chat = await createChat({ type: 'task', task_id: task.id });
      const pointers = async (message: Any) => {
        const { status, body } = await as('POST', `${chat}/message`, message);
        expect(status, JSON.stringify(body)).toBe(400);
        return body.errors.map((error: Any) => error.pointer);
      };
      expect(await pointers({ text: 'Hello' })).toEqual(['/inputs']);
      expect(await pointers({ inputs: {} })).toEqual(['/inputs/review']);
      expect(await pointers({ inputs: { review: 'Good', tone: 'x' } })).toEqual(['/inputs/tone']);
      const model_id = 'sandbox/sandbox';
      expect(await pointers({ inputs: { review: 'Good' }, model_id })).toEqual(['/model_id']);
      const { body } = await as('GET', chat);
      expect(body).toMatchObject({ message_count: 0, title: '' });
      const answer = await ask(chat, { inputs: { review: 'Good' } });
      expect(answer.position).toBe(2);
      const again = await as('POST', `${chat}/message/${answer.id}/regenerate`, { model_id });
      expect([again.status, again.body.errors?.[0].pointer]).toEqual([400, '/model_id']);
    });

    it('say that a task has no active revision', async () => {
      const task = await createTask(target(), { activate: false });
      const chat = await createChat({ type: 'task', task_id: task.id });
      const { status, body } = await as('POST', `${chat}/message`, { inputs: { review: 'Good' } });
      expect([status, body.code]).toEqual([409, 'no_active_revision']);
      expect((await as('GET', chat)).body.message_count).toBe(0);
    });
  });

  describe('chats with a model', () => {
    it('refuse models that do not exist, and inputs', async () => {
      const chat = await createChat({ type: 'model' });
      const pointer = async (message: Any) => {
        const { status, body } = await as('POST', `${chat}/message`, message);
        return [status, body.errors?.[0].pointer];
      };
      expect(await pointer({ text: 'Hi', model_id: 'no/model' })).toEqual([400, '/model_id']);
      expect(await pointer({ text: 'Hi', inputs: {} })).toEqual([400, '/inputs']);
      expect((await as('GET', chat)).body.message_count).toBe(0);
    });
  });
}
