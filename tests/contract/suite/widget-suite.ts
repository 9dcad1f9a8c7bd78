import { beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../support/read-events.ts';
import { type Any, call, projectPath, type Target, uniqueName } from '../target.ts';

const SITE = 'https://shop.example.com';
const FOREIGN = 'https://evil.example.net';

/** The embeddable widget: its settings, and what its visitors may do. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/widget`;

  async function createWidget(more: Any = {}): Promise<Any> {
    const { status, body } = await call(target(), 'editor', 'POST', path(), {
      body: { name: uniqueName('Widget'), config: { type: 'model' }, origins: [SITE], ...more },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  const change = (widget: Any, body: Any, headers: Record<string, string> = {}) =>
    call(target(), 'editor', 'PATCH', `${path()}/${widget.id}`, { body, headers });

  /** A request of a page, as a visitor if there is a token. */
  const visit = (
    token: string | undefined,
    method: string,
    url: string,
    { body, origin = SITE, headers = {} }: Any = {},
  ) =>
    call(target(), token === undefined ? 'anonymous' : { bearer: token }, method, url, {
      headers: { ...(origin && { origin }), ...headers },
      ...(body !== undefined && { body }),
    });

  async function createVisitor({ key }: Any, body: Any = {}): Promise<Any> {
    const made = await visit(undefined, 'POST', `/widget/${key}/visitor`, { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  }

  async function events({ key }: Any, token: string, id: string, after?: string) {
    const url = `${target().baseUrl}/widget/${key}/message/${id}/stream`;
    const headers = {
      authorization: `Bearer ${token}`,
      origin: SITE,
      ...(after && { 'last-event-id': after }),
    };
    const found: Any[] = [];
    for await (const one of readEvents(await fetch(url, { headers }))) found.push(one);
    return found;
  }

  const send = (widget: Any, token: string, text: string, more: Any = {}) =>
    visit(token, 'POST', `/widget/${widget.key}/message`, { body: { text }, ...more });

  /** Sends a message and waits for its answer. */
  async function ask(widget: Any, token: string, text: string): Promise<Any> {
    const sent = await send(widget, token, text);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const received = await events(widget, token, sent.body.answer.id);
    return received.at(-1).event.message;
  }

  describe('widgets', () => {
    it('are created, listed, changed and deleted', async () => {
      const made = await createWidget({ daily_messages: 7 });
      expect(made).toMatchObject({ enabled: true, daily_messages: 7, conversation_count: 0 });
      expect(made.key).toMatch(/^wk_[\w-]{22}$/);
      const list = await call(target(), 'member', 'GET', path());
      expect(list.body.results.map(({ id }: Any) => id)).toContain(made.id);
      const url = `${path()}/${made.id}`;
      const changed = await change(made, { name: 'Renamed' }, { 'if-match': made.etag });
      expect(changed.body).toMatchObject({ name: 'Renamed', key: made.key, daily_messages: 7 });
      expect((await change(made, { name: 'Old' }, { 'if-match': made.etag })).status).toBe(412);
      expect((await call(target(), 'member', 'DELETE', url)).status).toBe(403);
      expect((await call(target(), 'editor', 'DELETE', url)).status).toBe(204);
      expect((await call(target(), 'member', 'GET', url)).status).toBe(404);
    });

    it.each([
      [{ config: { type: 'task', task_id: 'task_x' } }, '/config/type'],
      [{ config: { type: 'assistant' } }, '/config/type'],
      [{ config: { type: 'collections' } }, '/config/collection_ids'],
      [{ config: { type: 'model', model_id: 'none/none' } }, '/config/model_id'],
      [{ origins: [SITE, 'https://shop.example.com:443'] }, '/origins/1'],
      [{ origins: ['https://a.example/path'] }, '/origins/0'],
      [{ name: '  ' }, '/name'],
      [{ daily_messages: 0 }, '/daily_messages'],
    ])('are refused with %j', async (given, pointer) => {
      const widget = await createWidget();
      const body = { name: 'Bad', config: { type: 'model' }, ...given };
      const created = await call(target(), 'editor', 'POST', path(), { body });
      const changed = await change(widget, given);
      for (const { status, body: problem } of [created, changed]) {
        expect(status, JSON.stringify(problem)).toBe(400);
        expect(problem.errors[0].pointer).toBe(pointer);
      }
    });
  });

  describe('visitors of a widget', () => {
    let widget: Any;
    beforeAll(async () => {
      widget = await createWidget({
        config: { type: 'model', greeting: 'Hello!', suggestions: ['Why?'], system_prompt: 'Hush' },
        daily_messages: 40,
      });
    });

    it('see how it looks, and nothing else', async () => {
      const { status, body } = await visit(undefined, 'GET', `/widget/${widget.key}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        theme: widget.theme,
        greeting: 'Hello!',
        suggestions: ['Why?'],
        available: true,
      });
    });

    it('ask, follow the answer, resume it and rate it', async () => {
      const { token } = await createVisitor(widget, { page: `${SITE}/help?token=1`, name: 'Ada' });
      const sent = await send(widget, token, 'What is a task?');
      expect(sent.status).toBe(201);
      const { answer, message } = sent.body;
      expect(message).toMatchObject({ role: 'user', text: 'What is a task?' });
      const all = await events(widget, token, answer.id);
      expect(all.at(-1).event).toMatchObject({
        type: 'visitor.ended',
        message: { id: answer.id, status: 'succeeded', error: null },
      });
      const deltas = all.filter(({ event }) => event.type === 'visitor.delta');
      const text = deltas.map(({ event }) => event.text).join('');
      expect(text).toBe(all.at(-1).event.message.text);
      const [first] = deltas;
      const rest = await events(widget, token, answer.id, first.id);
      const resumed = rest.flatMap(({ event }) =>
        event.type === 'visitor.delta' ? [event.text] : [],
      );
      expect(first.event.text + resumed.join('')).toBe(text);
      expect(JSON.stringify(all)).not.toMatch(/run_|Hush|"cost|document_|model_id/);
      const rated = await visit(
        token,
        'PUT',
        `/widget/${widget.key}/message/${answer.id}/feedback`,
        {
          body: { rating: 'up' },
        },
      );
      expect(rated.body.rating).toBe('up');
      const list = await visit(token, 'GET', `/widget/${widget.key}/message`);
      expect(list.body.results.map(({ id }: Any) => id)).toEqual([answer.id, message.id]);
    });

    it('have conversations that the project sees, which are runs of a visitor', async () => {
      const { token, chat_id } = await createVisitor(widget, { name: 'Grace' });
      const answer = await ask(widget, token, 'Where do I see this?');
      const chats = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/chat?filter=widget&widget_id=${widget.id}`,
      );
      const chat = chats.body.results.find(({ id }: Any) => id === chat_id);
      expect(chat).toMatchObject({ title: 'Where do I see this?', owner: { name: 'Grace' } });
      const url = `${projectPath(target())}/chat/${chat_id}/message/${answer.id}`;
      const { run_id } = (await call(target(), 'member', 'GET', url)).body;
      const run = await call(target(), 'member', 'GET', `${projectPath(target())}/run/${run_id}`);
      expect(run.body).toMatchObject({
        source: 'chat',
        caller: { type: 'visitor', name: 'Grace' },
      });
      const now = await call(target(), 'member', 'GET', `${path()}/${widget.id}`);
      expect(now.body.conversation_count).toBeGreaterThan(0);
    });

    it('start a new conversation, with a new token', async () => {
      const first = await createVisitor(widget);
      await ask(widget, first.token, 'One');
      const next = await visit(first.token, 'POST', `/widget/${widget.key}/conversation`);
      expect(next.body).toMatchObject({ id: first.id });
      expect(next.body.chat_id).not.toBe(first.chat_id);
      const { status } = await visit(first.token, 'GET', `/widget/${widget.key}/message`);
      expect(status).toBe(401);
      const list = await visit(next.body.token, 'GET', `/widget/${widget.key}/message`);
      expect(list.body.results).toEqual([]);
    });

    it('continue in a new conversation when the old one was deleted', async () => {
      const { token, chat_id } = await createVisitor(widget);
      await ask(widget, token, 'Delete me');
      await call(target(), 'editor', 'DELETE', `${projectPath(target())}/chat/${chat_id}`);
      expect((await visit(token, 'GET', `/widget/${widget.key}/message`)).body.results).toEqual([]);
      expect((await ask(widget, token, 'Again')).status).toBe('succeeded');
    });

    it("aren't told why it can't answer", async () => {
      const priced = await createWidget({
        config: { type: 'model', model_id: target().pricedModelId },
      });
      const { token } = await createVisitor(priced);
      await target().setBalance(0);
      const { body: shown } = await visit(undefined, 'GET', `/widget/${priced.key}`);
      expect(shown.available).toBe(false);
      const { status, body } = await send(priced, token, 'Hello');
      await target().setBalance(5_000_000);
      expect(status).toBe(503);
      expect(body.detail).toBe("The assistant isn't available right now.");
    });
  });

  describe('attackers of a widget', () => {
    it('are refused on other websites, and read nothing there', async () => {
      const widget = await createWidget();
      const { token } = await createVisitor(widget);
      for (const origin of [FOREIGN, 'null', `${SITE}:8443`, 'http://shop.example.com', '']) {
        const shown = await visit(undefined, 'GET', `/widget/${widget.key}`, { origin });
        // A request without an origin is one of the console's own pages in the mocks of a browser only.
        expect([shown.status, shown.body.code], origin).toEqual([403, 'origin_not_allowed']);
        expect(shown.headers.get('access-control-allow-origin')).toBe(null);
        const body = {};
        const made = await visit(undefined, 'POST', `/widget/${widget.key}/visitor`, {
          origin,
          body,
        });
        expect(made.status).toBe(403);
        if (origin === '') continue;
        expect((await send(widget, token, 'Hi', { origin })).status).toBe(403);
      }
    });

    it('get no CORS headers for other websites, or with cookies', async () => {
      const widget = await createWidget();
      const preflight = (origin: string) =>
        fetch(`${target().baseUrl}/widget/${widget.key}/message`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type',
          },
        });
      const { status, headers } = await preflight(SITE);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(SITE);
      expect(headers.get('access-control-allow-headers')).toContain('authorization');
      expect(headers.get('access-control-allow-credentials')).toBe(null);
      expect((await preflight(FOREIGN)).headers.get('access-control-allow-origin')).toBe(null);
      const { token } = await createVisitor(widget);
      const list = await visit(token, 'GET', `/widget/${widget.key}/message`);
      expect(list.headers.get('access-control-allow-origin')).toBe(SITE);
    });

    it("can't use forged tokens, or those of another widget", async () => {
      const [widget, other] = [await createWidget(), await createWidget()];
      const { token } = await createVisitor(other);
      const url = `/widget/${widget.key}/message`;
      expect((await visit(token, 'GET', url)).status).toBe(404);
      expect((await send(widget, token, 'Hi')).status).toBe(404);
      for (const forged of [`vis_${'a'.repeat(43)}`, `${token}a`, 'vis_', 'tlk_none'])
        expect((await visit(forged, 'GET', url)).status).toBe(401);
      expect((await visit(undefined, 'GET', url)).status).toBe(401);
      const chats = await visit(token, 'GET', `${projectPath(target())}/chat`);
      expect(chats.status).toBe(401);
    });

    it("can't see another visitor's messages", async () => {
      const widget = await createWidget();
      const [mine, theirs] = [await createVisitor(widget), await createVisitor(widget)];
      const answer = await ask(widget, theirs.token, 'A secret');
      const url = `/widget/${widget.key}/message/${answer.id}`;
      expect((await visit(mine.token, 'POST', `${url}/cancel`)).status).toBe(404);
      expect((await visit(mine.token, 'GET', `${url}/stream`)).status).toBe(404);
      const body = { rating: 'down' };
      expect((await visit(mine.token, 'PUT', `${url}/feedback`, { body })).status).toBe(404);
    });

    it('choose nothing but a text', async () => {
      const widget = await createWidget();
      const { token } = await createVisitor(widget);
      for (const extra of [{ model_id: 'x' }, { parent_id: null }, { config: { type: 'model' } }]) {
        const { status } = await visit(token, 'POST', `/widget/${widget.key}/message`, {
          body: { text: 'Hi', ...extra },
        });
        expect(status).toBe(400);
      }
      expect((await send(widget, token, '   ')).status).toBe(400);
      expect((await send(widget, token, 'x'.repeat(4001))).status).toBe(400);
    });

    it('reach the daily limit; refused messages and repeated ones do not count', async () => {
      const widget = await createWidget({ daily_messages: 2 });
      const { token } = await createVisitor(widget);
      await send(widget, token, ' ');
      const headers = { 'idempotency-key': uniqueName('once') };
      const first = await send(widget, token, 'One', { headers });
      await events(widget, token, first.body.answer.id);
      expect((await send(widget, token, 'One', { headers })).body).toEqual(first.body);
      await ask(widget, token, 'Two');
      const { status, body, headers: sent } = await send(widget, token, 'Three');
      expect(status).toBe(429);
      expect(body.detail).toBe('You have sent 2 messages today. Please come back tomorrow.');
      const wait = Number(sent.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(86_400);
    });

    it('reach the limit of their network, however many visitors they become', async () => {
      const widget = await createWidget();
      const url = `/widget/${widget.key}/visitor`;
      const statuses: number[] = [];
      for (let i = 0; i < 101; i += 1)
        statuses.push((await visit(undefined, 'POST', url, { body: {} })).status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(100);
      expect(statuses.at(-1)).toBe(429);
    });

    it('lose access when the widget is turned off, deleted or gets a new key', async () => {
      const widget = await createWidget();
      const { token } = await createVisitor(widget);
      await change(widget, { enabled: false });
      const list = `/widget/${widget.key}/message`;
      expect((await visit(undefined, 'GET', `/widget/${widget.key}`)).status).toBe(404);
      expect((await visit(token, 'GET', list)).status).toBe(404);
      expect((await send(widget, token, 'Hi')).status).toBe(404);
      await change(widget, { enabled: true });
      expect((await visit(token, 'GET', list)).status).toBe(200);
      const rotated = await call(target(), 'editor', 'POST', `${path()}/${widget.id}/rotate`);
      expect(rotated.body.key).not.toBe(widget.key);
      expect((await visit(token, 'GET', list)).status).toBe(404);
      expect((await visit(token, 'GET', `/widget/${rotated.body.key}/message`)).status).toBe(200);
      await call(target(), 'editor', 'DELETE', `${path()}/${widget.id}`);
      expect((await visit(token, 'GET', `/widget/${rotated.body.key}/message`)).status).toBe(401);
    });
  });
}
