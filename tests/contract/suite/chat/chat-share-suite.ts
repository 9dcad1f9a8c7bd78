import { describe, expect, it } from 'vitest';
import { type Any, call, projectPath, type Target } from '../../target.ts';

/** Public links to chats, exports, and answers as cases of datasets. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/chat`;
  const as = (
    who: 'owner' | 'editor' | 'member' | 'outsider' | 'anonymous',
    method: string,
    url: string,
    body?: Any,
  ) => call(target(), who, method, url, body === undefined ? {} : { body });

  async function createChat(config: Any = { type: 'model' }): Promise<string> {
    const { status, body } = await as('editor', 'POST', path(), { config });
    expect(status, JSON.stringify(body)).toBe(201);
    return `${path()}/${body.id}`;
  }

  async function ask(chat: string, message: object): Promise<Any> {
    const sent = await as('editor', 'POST', `${chat}/message`, message);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    for (;;) {
      const { body } = await as('editor', 'GET', `${chat}/message/${sent.body.answer.id}`);
      if (body.ended_at) return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function share(chat: string, expires_at: string | null = null): Promise<Any> {
    const made = await as('editor', 'POST', `${chat}/link`, { expires_at });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { pathname, origin } = new URL(made.body.url);
    expect(origin).toMatch(/^http/);
    const token = pathname.split('/').at(-1) as string;
    expect(token).toMatch(/^s_[\w-]{43}$/);
    return { ...made.body.link, shared: `/shared-chat/${token}` };
  }

  const createTask = async (variables: Any[]): Promise<string> => {
    const definition = {
      system_prompt: 'Answer.',
      user_prompt: variables.map(({ name }) => `{${name}}`).join(' '),
      variables,
      output_format: { type: 'text' },
      model_id: 'sandbox/sandbox',
      parameters: {},
    };
    const name = `Case ${crypto.randomUUID().slice(0, 8)}`;
    const made = await as('editor', 'POST', `${projectPath(target())}/task`, { name, definition });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };

  const createDataset = async (taskId: string): Promise<string> => {
    const url = `${projectPath(target())}/task/${taskId}/dataset`;
    const made = await as('editor', 'POST', url, { name: 'From chats' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };

  const caseUrl = (taskId: string, datasetId: string) =>
    `${projectPath(target())}/task/${taskId}/dataset/${datasetId}/chat-case`;

  describe('shared chats', () => {
    it('can be read by everyone who has the link, until it is revoked', async () => {
      const chat = await createChat({ type: 'model', system_prompt: 'The secret rules' });
      await ask(chat, { text: 'What is shared?' });
      const link = await share(chat);
      const { body: shared } = await as('anonymous', 'GET', link.shared);
      expect(shared).toMatchObject({ title: 'What is shared?', expires_at: null });
      const { body: page } = await as('anonymous', 'GET', `${link.shared}/message`);
      expect(page.results.map((m: Any) => m.role)).toEqual(['assistant', 'user']);
      expect(page.results[1].text).toBe('What is shared?');
      expect(JSON.stringify([shared, page])).not.toMatch(/secret rules|user_|@|run_/);
      const { body: listed } = await as('editor', 'GET', `${chat}/link`);
      expect(listed.results).toMatchObject([{ id: link.id }]);
      expect(listed.results[0].last_viewed_at).not.toBeNull();
      expect((await as('editor', 'DELETE', `${chat}/link/${link.id}`)).status).toBe(204);
      expect((await as('anonymous', 'GET', link.shared)).status).toBe(404);
      expect((await as('anonymous', 'GET', `${link.shared}/message`)).status).toBe(404);
      expect((await as('editor', 'DELETE', `${chat}/link/${link.id}`)).status).toBe(404);
    });

    it('show messages that are added later, page by page', async () => {
      const chat = await createChat();
      const link = await share(chat);
      await ask(chat, { text: 'One' });
      await ask(chat, { text: 'Two' });
      const first = await as('anonymous', 'GET', `${link.shared}/message?page_limit=3`);
      expect(first.body.results.map((m: Any) => m.position)).toEqual([4, 3, 2]);
      const { next_cursor } = first.body.pagination;
      const url = `${link.shared}/message?page_limit=3&cursor=${next_cursor}`;
      expect((await as('anonymous', 'GET', url)).body.results).toMatchObject([{ text: 'One' }]);
    });

    it('are gone when the link expires or the chat is deleted', async () => {
      const chat = await createChat();
      const past = await as('editor', 'POST', `${chat}/link`, {
        expires_at: '2020-01-01T00:00:00Z',
      });
      expect([past.status, past.body.errors[0].pointer]).toEqual([400, '/expires_at']);
      const soon = await share(chat, new Date(Date.now() + 400).toISOString());
      const later = await share(chat, new Date(Date.now() + 3_600_000).toISOString());
      expect((await as('anonymous', 'GET', later.shared)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 450));
      expect((await as('anonymous', 'GET', soon.shared)).status).toBe(404);
      await as('editor', 'DELETE', chat);
      expect((await as('anonymous', 'GET', later.shared)).status).toBe(404);
      expect((await as('anonymous', 'GET', '/shared-chat/s_unknown')).status).toBe(404);
    });

    it('have at most 20 links', async () => {
      const chat = await createChat();
      for (let count = 0; count < 20; count += 1) await share(chat);
      const refused = await as('editor', 'POST', `${chat}/link`, { expires_at: null });
      expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    });

    it('are shared only by those who may', async () => {
      const chat = await createChat();
      await as('editor', 'PUT', `${chat}/share`, { audience: 'project' });
      expect((await as('member', 'POST', `${chat}/link`, { expires_at: null })).status).toBe(403);
    });
  });

  const fileOf = (url: string) =>
    fetch(`${target().baseUrl}${url}`, { headers: target().headersOf('editor') });
  const jsonOf = async (url: string): Promise<Any> => (await fileOf(url)).json();

  describe('exports of chats', () => {
    it('contain one branch as Markdown or JSON', async () => {
      const chat = await createChat();
      const first = await ask(chat, { text: '# First\n\nquestion' });
      await ask(chat, { text: 'Dropped' });
      const edited = await ask(chat, { text: 'Kept', parent_id: first.id });
      const md = await fileOf(`${chat}/export`);
      expect(md.headers.get('content-type')).toContain('text/markdown');
      expect(md.headers.get('content-disposition')).toContain('first-question.md');
      const text = await md.text();
      expect(text).toMatch(/^# \\# First question\n/);
      expect(text).toContain('\n> # First\n>\n> question\n');
      expect(text).toContain('> Kept');
      expect(text).not.toContain('Dropped');
      const body = await jsonOf(`${chat}/export?format=json`);
      expect(body.messages.map((m: Any) => m.position)).toEqual([1, 2, 5, 6]);
      expect(body.messages.at(-1)).toMatchObject({ id: edited.id, text: edited.text });
      expect(body.config).toEqual({ type: 'model' });
      const part = await jsonOf(`${chat}/export?format=json&leaf_id=${first.id}`);
      expect(part.messages).toHaveLength(2);
    });

    it('can be empty, and refuse what is not in the chat', async () => {
      const chat = await createChat();
      expect((await jsonOf(`${chat}/export?format=json`)).messages).toEqual([]);
      const other = await createChat();
      const { id } = await ask(other, { text: 'Elsewhere' });
      const refused = await as('editor', 'GET', `${chat}/export?leaf_id=${id}`);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/query/leaf_id']);
    });
  });

  describe('searches of chats', () => {
    it('find the beginnings of words, in any order and language', async () => {
      const chat = await createChat();
      const mark = `q${crypto.randomUUID().slice(0, 8)}`;
      await ask(chat, { text: `${mark} Ärger über die snake_case-Namen, 検索ログ` });
      const found = async (q: string) => {
        const words = encodeURIComponent(`${mark.slice(0, 7)} ${q}`);
        const url = `${projectPath(target())}/chat-message?q=${words}`;
        const { body } = await as('editor', 'GET', url);
        const list = await as('editor', 'GET', `${path()}?q=${words}`);
        const isInList = list.body.results.some((one: Any) => `${path()}/${one.id}` === chat);
        const isFound = body.results.some((one: Any) => `${path()}/${one.chat_id}` === chat);
        expect(isInList).toBe(isFound);
        return isFound;
      };
      for (const q of ['', 'ärg', 'case SNAKE', 'namen die', '索ロ', '検索', "'ärger' & über:*"])
        expect([q, await found(q)]).toEqual([q, true]);
      for (const q of ['rger', 'zzyzx', 'snakecase', '索検引'])
        expect([q, await found(q)]).toEqual([q, false]);
    });
  });

  describe('collections of chats', () => {
    it('say which chats and widgets search them, and are not deleted by mistake', async () => {
      const name = `Searched ${crypto.randomUUID().slice(0, 8)}`;
      const url = `${projectPath(target())}/collection`;
      const { body: collection } = await as('editor', 'POST', url, { name });
      const config = { type: 'collections', collection_ids: [collection.id] };
      const chat = await createChat(config);
      const { body: widget } = await as('editor', 'POST', `${projectPath(target())}/widget`, {
        name: 'Help',
        config,
      });
      const uses = await as('editor', 'GET', `${url}/${collection.id}/chat-use`);
      expect(uses.body).toMatchObject({
        chats: 1,
        widgets: [{ id: widget.id, name: 'Help' }],
      });
      const refused = await as('editor', 'DELETE', `${url}/${collection.id}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'collection_in_use']);
      expect(refused.body.detail).toContain('“Help”, a chat');
      await as('editor', 'DELETE', chat);
      await as('editor', 'DELETE', `${projectPath(target())}/widget/${widget.id}`);
      expect((await as('editor', 'DELETE', `${url}/${collection.id}`)).status).toBe(204);
    });
  });

  describe('answers in chats', () => {
    it('become cases of a dataset', async () => {
      const chat = await createChat();
      const answer = await ask(chat, { text: 'Which way?' });
      const task_id = await createTask([{ name: 'question', type: 'text', required: true }]);
      const dataset_id = await createDataset(task_id);
      const url = caseUrl(task_id, dataset_id);
      const chat_id = chat.split('/').at(-1);
      const made = await as('editor', 'POST', url, { chat_id, message_id: answer.id });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(made.body).toMatchObject({
        dataset_id,
        inputs: { question: 'Which way?' },
        expected: answer.text,
      });
      const none = caseUrl(task_id, 'dataset_none');
      const missing = await as('editor', 'POST', none, { chat_id, message_id: answer.id });
      expect(missing.status).toBe(404);
      const unseen = await as('member', 'POST', url, { chat_id, message_id: answer.id });
      expect(unseen.status).toBe(403);
      const own = await as('editor', 'POST', url, { chat_id, message_id: answer.parent_id });
      expect([own.status, own.body.errors[0].pointer]).toEqual([400, '/message_id']);
    });

    it('are refused for tasks whose variables do not fit', async () => {
      const chat = await createChat();
      const answer = await ask(chat, { text: 'Which way?' });
      for (const variables of [
        [
          { name: 'question', type: 'text', required: true },
          { name: 'context', type: 'text', required: false },
        ],
        [
          { name: 'question', type: 'text', required: true },
          { name: 'count', type: 'number', required: true },
        ],
      ]) {
        const task_id = await createTask(variables);
        const dataset_id = await createDataset(task_id);
        const refused = await as('editor', 'POST', caseUrl(task_id, dataset_id), {
          chat_id: chat.split('/').at(-1),
          message_id: answer.id,
        });
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/message_id']);
      }
    });

    it('need permission to view the chat and to edit the task', async () => {
      const { body: made } = await as('owner', 'POST', path(), { config: { type: 'model' } });
      const chat = `${path()}/${made.id}`;
      const sent = await as('owner', 'POST', `${chat}/message`, { text: 'Hello' });
      const task_id = await createTask([{ name: 'question', type: 'text', required: true }]);
      const url = caseUrl(task_id, await createDataset(task_id));
      const body = { chat_id: made.id, message_id: sent.body.answer.id };
      const unseen = await as('editor', 'POST', url, body);
      expect([unseen.status, unseen.body.code]).toEqual([403, 'chat_denied']);
      await as('owner', 'PUT', `${chat}/share`, { audience: 'project' });
      const forbidden = await as('member', 'POST', url, body);
      expect([forbidden.status, forbidden.body.code]).toEqual([403, 'forbidden']);
    });

    it('say that the task was deleted', async () => {
      const task_id = await createTask([{ name: 'question', type: 'text', required: true }]);
      const chat = await createChat({ type: 'task', task_id });
      await as('editor', 'DELETE', `${projectPath(target())}/task/${task_id}`);
      const sent = await as('editor', 'POST', `${chat}/message`, { inputs: { question: 'Hello' } });
      expect([sent.status, sent.body.detail]).toEqual([
        404,
        'The task of this chat was deleted. Choose another one in its configuration.',
      ]);
    });

    it('of a task keep its inputs', async () => {
      const task_id = await createTask([
        { name: 'question', type: 'text', required: true },
        { name: 'count', type: 'number', required: true },
      ]);
      const dataset_id = await createDataset(task_id);
      const revision = `${projectPath(target())}/task/${task_id}/revision`;
      await as('editor', 'POST', revision, { activate: true });
      const chat = await createChat({ type: 'task', task_id });
      const answer = await ask(chat, { inputs: { question: 'How many?', count: 3 } });
      expect(answer.status, JSON.stringify(answer.error)).toBe('succeeded');
      const { body } = await as('editor', 'POST', caseUrl(task_id, dataset_id), {
        chat_id: chat.split('/').at(-1),
        message_id: answer.id,
      });
      expect(body).toMatchObject({
        inputs: { question: 'How many?', count: 3 },
        source_run_id: answer.run_id,
      });
    });
  });
}
