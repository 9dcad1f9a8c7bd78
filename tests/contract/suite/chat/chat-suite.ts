import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../support/read-events.ts';
import { type Any, call, createTask, projectPath, type Target } from '../../target.ts';

/** Chats: messages, answers, branches, sharing. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/chat`;
  const as = (
    who: 'owner' | 'editor' | 'member' | 'outsider',
    method: string,
    url: string,
    body?: Any,
  ) => call(target(), who, method, url, body === undefined ? {} : { body });

  async function createChat(config: Any = { type: 'model' }): Promise<string> {
    const { status, body } = await as('member', 'POST', path(), { config });
    expect(status, JSON.stringify(body)).toBe(201);
    return `${path()}/${body.id}`;
  }

  async function ended(url: string): Promise<Any> {
    for (;;) {
      const { body } = await as('member', 'GET', url);
      if (body.ended_at) return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends a message and waits for its answer. */
  async function ask(chat: string, text: string, more: object = {}): Promise<Any> {
    const sent = await as('member', 'POST', `${chat}/message`, { text, ...more });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    return ended(`${chat}/message/${sent.body.answer.id}`);
  }

  describe('chats', () => {
    it('answer a message; the answer is a run with the source chat', async () => {
      const chat = await createChat();
      const answer = await ask(chat, 'What is a task?');
      expect(answer).toMatchObject({ role: 'assistant', status: 'succeeded', rating: null });
      expect(answer.text.length).toBeGreaterThan(0);
      const { body: run } = await as(
        'member',
        'GET',
        `${projectPath(target())}/run/${answer.run_id}`,
      );
      expect(run).toMatchObject({ source: 'chat', status: 'succeeded', output: answer.text });
      const { body: after } = await as('member', 'GET', chat);
      expect(after).toMatchObject({ title: 'What is a task?', message_count: 2 });
    });

    it('list messages newest first, and what changed since', async () => {
      const chat = await createChat();
      await ask(chat, 'First');
      const { body: before } = await as('member', 'GET', chat);
      await ask(chat, 'Second');
      const { body: page } = await as('member', 'GET', `${chat}/message?page_limit=3`);
      expect(page.results.map((m: Any) => [m.position, m.role])).toEqual([
        [4, 'assistant'],
        [3, 'user'],
        [2, 'assistant'],
      ]);
      const next = await as(
        'member',
        'GET',
        `${chat}/message?page_limit=3&cursor=${page.pagination.next_cursor}`,
      );
      expect(next.body.results.map((m: Any) => m.text)).toEqual(['First']);
      const { body: news } = await as('member', 'GET', `${chat}/message?after=${before.change}`);
      expect(news.results.map((m: Any) => m.position)).toEqual([3, 4]);
      const pages = `${chat}/message?after=${before.change}&page_limit=1`;
      const { body: one } = await as('member', 'GET', pages);
      const cursor = one.pagination.next_cursor;
      const { body: other } = await as('member', 'GET', `${pages}&cursor=${cursor}`);
      expect([one, other].flatMap(({ results }) => results)).toEqual(news.results);
      expect(other.pagination.has_next).toBe(false);
      const answer = news.results[1];
      const url = `${chat}/message/${answer.id}/feedback`;
      const { body: rated } = await as('member', 'PUT', url, { rating: 'up' });
      expect(rated.change).toBeGreaterThan(answer.change);
    });

    it('branch when a message is edited or an answer regenerated', async () => {
      const chat = await createChat();
      const first = await ask(chat, 'Hello');
      await ask(chat, 'More');
      const edited = await ask(chat, 'Something else', { parent_id: first.id });
      const question = await as('member', 'GET', `${chat}/message/${edited.parent_id}`);
      expect(question.body.parent_id).toBe(first.id);
      expect(question.body.sibling_ids).toHaveLength(2);
      const again = await as('member', 'POST', `${chat}/message/${edited.id}/regenerate`, {});
      expect(again.status).toBe(201);
      expect(again.body.sibling_ids).toEqual([edited.id, again.body.id]);
      expect((await ended(`${chat}/message/${again.body.id}`)).parent_id).toBe(edited.parent_id);
    });

    it('stream an answer, also again after its end', async () => {
      const chat = await createChat();
      const sent = await as('member', 'POST', `${chat}/message`, { text: 'Stream this' });
      const url = `${target().baseUrl}${chat}/message/${sent.body.answer.id}/stream`;
      for (let round = 0; round < 2; round += 1) {
        const response = await fetch(url, { headers: target().headersOf('member') });
        const events: Any[] = [];
        for await (const { event } of readEvents(response)) events.push(event);
        const types = events.map((event) => event.type);
        expect(types[0]).toBe('answer.started');
        expect(types.filter((type: string) => type === 'answer.ended')).toHaveLength(1);
        expect(types.at(-1)).toBe('answer.ended');
        const text = events.map((event) => (event.type === 'answer.delta' ? event.text : ''));
        expect(text.join('')).toBe(events.at(-1).message.text);
      }
    });

    it('refuse a second message while an answer is being written', async () => {
      const chat = await createChat();
      const results = await Promise.all(
        ['One', 'Two'].map((text) => as('member', 'POST', `${chat}/message`, { text })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual([201, 409]);
      const refused = results.find(({ status }) => status === 409);
      expect(refused?.body.code).toBe('answer_in_progress');
    });

    it('are private until they are shared', async () => {
      const chat = await createChat();
      const denied = await as('owner', 'GET', chat);
      expect(denied.status).toBe(403);
      expect(denied.body.detail).toBe("You don't have permission to view this chat.");
      expect((await as('outsider', 'GET', chat)).status).toBe(404);
      expect((await as('member', 'PUT', `${chat}/share`, { audience: 'project' })).status).toBe(
        200,
      );
      const shared = await as('editor', 'GET', chat);
      expect(shared.body.permissions).toEqual(['view', 'run', 'edit', 'delete', 'share']);
      const list = await as('owner', 'GET', `${path()}?filter=shared`);
      expect(list.body.results.map((c: Any) => `${path()}/${c.id}`)).toContain(chat);
      await as('member', 'PUT', `${chat}/share`, { audience: 'private' });
      expect((await as('editor', 'GET', chat)).status).toBe(403);
    });

    /** The runs of a chat that somebody finds: directly, in lists, statistics and exports. */
    async function runsSeen(who: 'owner' | 'member', word: string, runId: string) {
      const runs = `${projectPath(target())}/run`;
      const { status } = await as(who, 'GET', `${runs}/${runId}`);
      const listed = (await as(who, 'GET', `${runs}?source=chat&page_limit=100`)).body.results;
      const found = (await as(who, 'GET', `${runs}?q=${word}`)).body.results;
      const stats = (await as(who, 'GET', `${runs}/stats?source=chat&q=${word}`)).body;
      const file = await as(who, 'GET', `${runs}/export?format=jsonl&source=chat`);
      const usage = await as(who, 'GET', `/org/${target().orgId}/usage`);
      return {
        status,
        listed: listed.some(({ id }: Any) => id === runId),
        found: found.length,
        counted: stats.total.runs,
        exported: String(file.body).includes(word),
        named: JSON.stringify(usage.body).includes(word),
      };
    }
    const all = { status: 200, listed: true, found: 1, counted: 1, exported: true, named: true };
    const none = {
      ...{ status: 403, listed: false, found: 0, counted: 0, exported: false, named: false },
    };

    it('have runs that only those see who may view the chat', async () => {
      const chat = await createChat();
      await as('member', 'PATCH', chat, { title: 'The giraffe papers' });
      const { run_id } = await ask(chat, 'The secret giraffe');
      const runs = `${projectPath(target())}/run`;
      for (const url of ['', '/step', '/stream']) {
        const refused = await as('owner', 'GET', `${runs}/${run_id}${url}`);
        expect([refused.status, refused.body.code]).toEqual([403, 'chat_denied']);
      }
      expect(await runsSeen('owner', 'giraffe', run_id)).toEqual(none);
      expect(await runsSeen('member', 'giraffe', run_id)).toEqual(all);
      await as('member', 'PUT', `${chat}/share`, { audience: 'project' });
      expect(await runsSeen('owner', 'giraffe', run_id)).toEqual(all);
      await as('member', 'PUT', `${chat}/share`, { audience: 'private' });
      expect(await runsSeen('owner', 'giraffe', run_id)).toEqual(none);
    });

    it('have such runs with a task, too', async () => {
      const { id } = await createTask(target());
      const chat = await createChat({ type: 'task', task_id: id });
      const sent = await as('member', 'POST', `${chat}/message`, {
        inputs: { review: 'The secret okapi' },
      });
      const { run_id } = await ended(`${chat}/message/${sent.body.answer.id}`);
      // Usage names the task.
      expect(await runsSeen('owner', 'okapi', run_id)).toEqual(none);
      expect(await runsSeen('member', 'okapi', run_id)).toEqual({ ...all, named: false });
    });

    it('keep every version of their configuration', async () => {
      const chat = await createChat();
      const { body } = await as('member', 'PUT', `${chat}/config`, {
        type: 'model',
        system_prompt: 'Use {braces} as they are.',
      });
      expect(body.config_version).toBe(2);
      const { body: versions } = await as('member', 'GET', `${chat}/config`);
      expect(versions.results.map((v: Any) => v.version)).toEqual([2, 1]);
      expect((await ask(chat, 'Hello')).status).toBe('succeeded');
    });

    it('are deleted with a way back, pinned, renamed and found', async () => {
      const chat = await createChat();
      await ask(chat, 'The zebra question');
      const renamed = await as('member', 'PATCH', chat, { title: 'Stripes' });
      expect(renamed.body).toMatchObject({ title: 'Stripes', pinned: false });
      const pinned = await as('member', 'PUT', `${chat}/pin`, { pinned: true });
      expect(pinned.body.pinned).toBe(true);
      const found = await as('member', 'GET', `${path()}?q=zebra&pinned=true`);
      expect(found.body.results.map((c: Any) => c.title)).toEqual(['Stripes']);
      const matches = await as('member', 'GET', `${projectPath(target())}/chat-message?q=zebra`);
      expect(matches.body.results[0]).toMatchObject({ chat_title: 'Stripes' });
      expect((await as('member', 'DELETE', chat)).status).toBe(204);
      const gone = await as('member', 'GET', chat);
      expect([gone.status, gone.body.detail]).toEqual([404, "Couldn't find a corresponding chat."]);
      expect((await as('member', 'POST', `${chat}/restore`)).status).toBe(200);
      expect((await as('member', 'GET', chat)).status).toBe(200);
    });

    it('need collections of the project to talk about documents', async () => {
      const refused = await as('member', 'POST', path(), { config: { type: 'collections' } });
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].pointer).toBe('/config/collection_ids');
    });
  });
}
