import { describe, expect, it, vi } from 'vitest';
import { type Any, call, createTask, projectPath, type Target, uniqueName } from '../../target.ts';

const TRAVEL = `# Trains

Book trains at least a week ahead. First class is for journeys of more than four hours.

# Hotels

A night costs at most 140 euros, breakfast included.
`;

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

  /** Creates a collection with one document. Returns its id. */
  async function createHandbook(): Promise<string> {
    const collections = `${projectPath(target())}/collection`;
    const made = await call(target(), 'editor', 'POST', collections, {
      body: { name: uniqueName('Handbook') },
    });
    const documents = `${collections}/${made.body.id}/document`;
    const added = await call(target(), 'editor', 'POST', documents, {
      body: { name: 'Travel policy', text: TRAVEL },
    });
    await vi.waitFor(
      async () =>
        expect((await as('GET', `${documents}/${added.body.id}`)).body.state).toBe('ready'),
      { timeout: 20_000, interval: 50 },
    );
    return made.body.id;
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

  describe('chats with collections', () => {
    it('cite passages, make questions self-contained, and say when nothing fits', async () => {
      const collection = await createHandbook();
      const chat = await createChat({
        type: 'collections',
        model_id: 'sandbox/sandbox',
        collection_ids: [collection],
      });
      const answer = await ask(chat, { text: 'How early should trains be booked?' });
      expect(answer).toMatchObject({ status: 'succeeded', grounding: 'supported' });
      expect(answer.text).toContain('[1]');
      expect(answer.sources).toMatchObject([{ number: 1, document_name: 'Travel policy' }]);
      const [citation] = answer.citations;
      expect(citation).toMatchObject({ number: 1, supported: true });
      expect(TRAVEL).toContain(citation.quote);
      const passage = await as('GET', `${chat}/message/${answer.id}/passage/1`);
      expect(passage.body).toMatchObject({ number: 1, collection_id: collection });
      expect(passage.body.text).toContain(citation.quote);
      expect(answer.steps.map((step: Any) => step.kind)).toEqual(['retrieve', 'model', 'cite']);

      const next = await ask(chat, { text: 'What does a hotel night cost?' });
      expect(next.steps.map((step: Any) => [step.kind, step.status])).toEqual([
        ['rewrite', 'succeeded'],
        ['retrieve', 'succeeded'],
        ['model', 'succeeded'],
        ['cite', 'succeeded'],
      ]);
      expect(next.text).toContain('140 euros');
      const steps = await as('GET', `${projectPath(target())}/run/${next.run_id}/step`);
      const [rewrite, retrieve] = steps.body.results;
      expect(rewrite.output.query).toContain('What does a hotel night cost?');
      expect(retrieve.input.query).toBe(rewrite.output.query);

      const unknown = await ask(chat, { text: 'Which parrots hotel elephants juggle?' });
      expect(unknown).toMatchObject({ status: 'succeeded', grounding: 'no_answer', citations: [] });
      expect(unknown.text).not.toContain('[no answer]');
    });
  });

  describe('chats with a model', () => {
    it('are summarised when they get long, and show the summary', async () => {
      const chat = await createChat({ type: 'model', model_id: 'sandbox/sandbox' });
      const long = 'The budget is discussed at length. '.repeat(1000);
      await ask(chat, { text: `First. ${long}` });
      await ask(chat, { text: `Second. ${long}` });
      const answer = await ask(chat, { text: 'Third' });
      expect(answer.steps[0]).toMatchObject({ kind: 'summarise', status: 'succeeded' });
      expect(answer.steps[0].count).toBe(answer.summary.message_count);
      expect(answer.summary.text).toContain('First. The budget');
      const { body } = await as('GET', `${chat}/message?page_limit=10`);
      expect(body.results.map((message: Any) => message.id)).toContain(answer.summary.through_id);
      const next = await ask(chat, { text: 'Fourth' });
      expect(next.summary).toEqual(answer.summary);
    });

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

  describe('files attached to messages', () => {
    const upload = (chat: string, name: string, content: string | Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append('file', new File([content], name));
      return as('POST', `${chat}/attachment`, form);
    };
    const PIXEL = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      ),
      (char) => char.charCodeAt(0),
    );

    it('are searched if they are documents, and cited', async () => {
      const chat = await createChat({ type: 'model', model_id: 'sandbox/sandbox' });
      const made = await upload(chat, 'Travel policy.md', TRAVEL);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { id } = made.body;
      expect(made.body).toMatchObject({
        kind: 'document',
        name: 'Travel policy.md',
        media_type: 'text/markdown',
        size: TRAVEL.length,
        status: 'ready',
        url: null,
      });
      const answer = await ask(chat, {
        text: 'How early should trains be booked?',
        attachment_ids: [id],
      });
      expect(answer).toMatchObject({ status: 'succeeded', grounding: 'supported' });
      expect(answer.sources).toEqual([
        {
          number: 1,
          collection_id: null,
          document_id: id,
          document_name: 'Travel policy.md',
          page: null,
        },
      ]);
      const { body: question } = await as('GET', `${chat}/message/${answer.parent_id}`);
      expect(question.attachments).toEqual([made.body]);
      const passage = await as('GET', `${chat}/message/${answer.id}/passage/1`);
      expect(passage.body).toMatchObject({ collection_id: null, document_id: id, chunk_id: null });
      // It can be asked about later too, but not in a branch without it.
      const next = await ask(chat, { text: 'What does a hotel night cost?' });
      expect(next.sources).toMatchObject([{ document_id: id }]);
      const other = await ask(chat, { text: 'What does a hotel night cost?', parent_id: null });
      expect(other.sources).toEqual([]);
      // A sent one stays, also when the message is edited.
      expect((await as('DELETE', `${chat}/attachment/${id}`)).status).toBe(404);
      const edited = await ask(chat, {
        text: 'How early do I book trains?',
        parent_id: null,
        attachment_ids: [id],
      });
      expect(edited.sources).toMatchObject([{ document_id: id }]);
    });

    it('are merged with the passages of collections', async () => {
      const chat = await createChat({
        type: 'collections',
        model_id: 'sandbox/sandbox',
        collection_ids: [await createHandbook()],
      });
      const made = await upload(
        chat,
        'parking.txt',
        'Parking at the airport costs 12 euros a day.',
      );
      const attachment_ids = [made.body.id];
      const answer = await ask(chat, { text: 'What does airport parking cost?', attachment_ids });
      expect(answer.grounding).toBe('supported');
      expect(answer.sources).toMatchObject([{ document_id: made.body.id, collection_id: null }]);
      const { body } = await as('GET', `${projectPath(target())}/run/${answer.run_id}/step`);
      const { passages } = body.results[0].output;
      expect(passages.map((one: Any) => one.number)).toEqual(
        passages.map((_: Any, index: number) => index + 1),
      );
    });

    it('are images, whose content decides about their type', async () => {
      const chat = await createChat({ type: 'model' });
      const made = await upload(chat, 'notes.txt', PIXEL);
      expect(made.body).toMatchObject({ kind: 'image', media_type: 'image/png', status: 'ready' });
      expect(made.body.url).toMatch(/^\/files\/attachment\/[\w-]+\.png$/);
      const got = await as('GET', `${chat}/attachment/${made.body.id}`);
      expect(got.body).toEqual(made.body);
      const message = { text: 'What is this?', attachment_ids: [made.body.id] };
      expect(await ask(chat, message)).toMatchObject({ status: 'succeeded' });
      const unsent = (await upload(chat, 'notes.txt', PIXEL)).body;
      expect((await as('DELETE', `${chat}/attachment/${unsent.id}`)).status).toBe(204);
      expect((await as('GET', `${chat}/attachment/${unsent.id}`)).status).toBe(404);
    });

    it('are refused if they cannot be read, or are not there', async () => {
      const chat = await createChat({ type: 'model' });
      const refused = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
        const { status, body } = await upload(chat, name, content);
        return [status, body.errors?.[0].pointer];
      };
      expect(await refused('empty.txt', '')).toEqual([400, '/file']);
      expect(await refused('half.png', PIXEL.slice(0, 40))).toEqual([400, '/file']);
      expect(await refused('broken.pdf', '%PDF-1.7\nnothing')).toEqual([400, '/file']);
      expect(await refused('long.txt', 'A word. '.repeat(30_000))).toEqual([400, '/file']);
      const other = await createChat({ type: 'model' });
      const elsewhere = (await upload(other, 'a.txt', 'Hello')).body.id;
      for (const id of ['attachment_none', elsewhere]) {
        const sent = await as('POST', `${chat}/message`, { text: 'Hi', attachment_ids: [id] });
        expect([sent.status, sent.body.errors?.[0].pointer]).toEqual([400, '/attachment_ids/0']);
      }
    });

    it('are for their owner alone until they are sent', async () => {
      const chat = await createChat({ type: 'model' });
      await as('PUT', `${chat}/share`, { audience: 'project' });
      const { id } = (await upload(chat, 'a.txt', 'The zebra has stripes.')).body;
      const others = (method: string, url: string, body?: Any) =>
        call(target(), 'editor', method, `${chat}${url}`, body === undefined ? {} : { body });
      expect((await others('GET', `/attachment/${id}`)).status).toBe(404);
      expect((await others('DELETE', `/attachment/${id}`)).status).toBe(404);
      const message = { text: 'What has stripes?', attachment_ids: [id] };
      expect((await others('POST', '/message', message)).status).toBe(400);
      await ask(chat, message);
      expect((await others('GET', `/attachment/${id}`)).status).toBe(200);
    });
  });
}
