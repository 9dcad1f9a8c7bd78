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
}
