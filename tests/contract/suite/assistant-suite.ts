import { describe, expect, it } from 'vitest';
import { readEvents } from '../../support/read-events.ts';
import { type Any, call, projectPath, type Target } from '../target.ts';

/** The assistant: answers from the product's own documentation, and what it offers to do. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/chat`;
  const as = (who: 'editor' | 'member', method: string, url: string, body?: Any) =>
    call(target(), who, method, url, body === undefined ? {} : { body });

  async function open(who: 'editor' | 'member' = 'member'): Promise<string> {
    const made = await as(who, 'POST', path(), { config: { type: 'assistant' } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return `${path()}/${made.body.id}`;
  }

  /** Sends a question, and returns its answer with all the text that was streamed. */
  async function ask(chat: string, text: string): Promise<{ answer: Any; streamed: string }> {
    const sent = await as('member', 'POST', `${chat}/message`, { text });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const url = `${target().baseUrl}${chat}/message/${sent.body.answer.id}/stream`;
    const response = await fetch(url, { headers: target().headersOf('member') });
    let streamed = '';
    for await (const { event } of readEvents(response)) {
      const data = event as Any;
      if (data.type === 'answer.delta') streamed += data.text;
      if (data.type === 'answer.ended') return { answer: data.message, streamed };
    }
    throw new Error('The stream ended early');
  }

  describe('the assistant', () => {
    it('answers from the documentation, with links, and offers a screen', async () => {
      const { answer, streamed } = await ask(await open(), 'How do I create and revoke API keys?');
      expect(answer).toMatchObject({ status: 'succeeded' });
      expect(answer.sources.length).toBeGreaterThan(0);
      for (const { document_id, collection_id } of answer.sources)
        expect([document_id, collection_id]).toEqual([expect.stringMatching(/^\/docs/), null]);
      expect(answer.actions).toEqual([
        { type: 'open', label: 'Open API keys', path: './settings/api-keys', description: null },
      ]);
      expect(streamed).toBe(answer.text);
      expect(streamed).not.toContain('>>>');
    });

    it('offers to create a task, and creates none', async () => {
      const tasks = `${projectPath(target())}/task?page_limit=100`;
      const before = await as('member', 'GET', tasks);
      const question = 'Please create a task that summarises reviews';
      const { answer } = await ask(await open(), question);
      expect(answer.actions).toMatchObject([{ type: 'create_task', description: question }]);
      const after = await as('member', 'GET', tasks);
      expect(after.body.results.length).toBe(before.body.results.length);
    });

    it('says so when the documentation does not say it', async () => {
      const { answer } = await ask(await open(), 'Xylophone zebras?');
      expect(answer.grounding).toBe('no_answer');
      expect(answer.actions).toEqual([]);
    });

    it('has one conversation per person, which the history leaves out', async () => {
      const first = await open();
      const chat = await open();
      await open('editor');
      const list = await as('member', 'GET', `${path()}?filter=assistant`);
      expect(list.body.results.map(({ id }: Any) => `${path()}/${id}`)).toEqual([chat]);
      const all = await as('member', 'GET', `${path()}?page_limit=100`);
      const ids = all.body.results.map(({ id }: Any) => `${path()}/${id}`);
      expect(ids).not.toContain(chat);
      expect((await as('member', 'GET', first)).status).toBe(404);
      const refused = await as('member', 'PUT', `${chat}/config`, { type: 'model' });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/type']);
    });
  });
}
