import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import {
  type AnswerService,
  createAnswerService,
  leaveAnswers,
} from '#domain/chat/answer/answer.service.ts';
import type { ChatMessageRow } from '#domain/chat/chat.tables.ts';
import { createMessageService } from '#domain/chat/message.service.ts';
import { org } from '#domain/org/org.tables.ts';
import { until } from '../../../../tests/support/until.ts';
import { SHUT_DOWN } from '../run/keeper/run-keeper.ts';
import { openWorld, PRICED_MODEL, type World } from '../run/testing.ts';

let world: World;
let answers: AnswerService;

beforeAll(async () => {
  world = await openWorld();
  answers = createAnswerService(world.domain);
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const SLOW = {
  kind: 'text',
  text: 'one two three four five six seven eight',
  token_ms: 100,
} as const;

async function createChat(model_id = 'compatible/fake-model'): Promise<string> {
  const config = { type: 'model', model_id };
  const made = await world.call('POST', `${world.path}/chat`, { config });
  return `${world.path}/chat/${made.body.id}`;
}

/** Sends a message. Returns the URL of its answer. */
async function send(chat: string, text = 'Hello'): Promise<string> {
  const { body } = await world.call('POST', `${chat}/message`, { text });
  return `${chat}/message/${body.answer.id}`;
}

const get = async (url: string) => (await world.call('GET', url)).body;
async function ended(url: string) {
  await until(async () => (await get(url)).ended_at !== null);
  return get(url);
}
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const rowOf = async (url: string): Promise<ChatMessageRow> => {
  const row = await world.domain.stores.chat.messages.find({ id: idOf(url) });
  if (!row) throw new Error('No such message');
  return row;
};
/** Waits until some of the answer has been streamed. */
async function streaming(url: string): Promise<string> {
  const { run_id } = await rowOf(url);
  await until(() => Boolean(world.domain.run.hub.find(run_id ?? '')?.run.output_text));
  return run_id ?? '';
}
const runOf = (id: string) => world.domain.stores.run.runs.find({ id });

/** An answer whose process died before it had started its run. */
async function lostAnswer(chat: string, change: Partial<ChatMessageRow> = {}): Promise<string> {
  const url = await send(chat);
  await ended(url);
  const lost = {
    ...{ status: 'running' as const, run_id: null, worker_id: 'worker_dead', attempts: 0 },
    ...{ ended_at: null, text: '', ...change },
  };
  await world.domain.stores.chat.messages.change({ id: idOf(url) }, lost);
  return url;
}

async function takeOver(): Promise<void> {
  await leaveAnswers(world.domain.stores, ['worker_dead']);
  await answers.resumeAll();
}

async function setBalance(balance: number): Promise<void> {
  await world.database.db.update(org).set({ balance }).where(eq(org.id, world.orgId));
}

describe('an answer whose process is gone', () => {
  it('is started again if the process died before its run was started', async () => {
    const url = await lostAnswer(await createChat());
    world.fake.script({ kind: 'text', text: 'Here I am' });
    await takeOver();
    expect(await ended(url)).toMatchObject({ status: 'succeeded', text: 'Here I am' });
    expect(await rowOf(url)).toMatchObject({ attempts: 1, worker_id: null });
  });

  it('is started again by one process only, however many try', async () => {
    const url = await lostAnswer(await createChat());
    const { requests } = world.fake.counts;
    await leaveAnswers(world.domain.stores, ['worker_dead']);
    const other = createAnswerService(world.domain);
    await Promise.all([answers.resumeAll(), other.resumeAll(), answers.resumeAll()]);
    await ended(url);
    expect(world.fake.counts.requests).toBe(requests + 1);
  });

  it('is started again if the process was stopped, and replaces what was said', async () => {
    world.fake.script(SLOW, { kind: 'text', text: 'Again from the start' });
    const url = await send(await createChat());
    const first = await streaming(url);
    world.domain.run.hub.find(first)?.abort.abort(SHUT_DOWN);
    await until(async () => (await rowOf(url)).worker_id === 'nobody');
    expect(await get(url)).toMatchObject({ ended_at: null });
    await answers.resumeAll();
    const answer = await ended(url);
    expect(answer).toMatchObject({ status: 'succeeded', text: 'Again from the start' });
    expect(answer.run_id).not.toBe(first);
  });

  it('takes over the result of a run that had ended, instead of paying for another one', async () => {
    const chat = await createChat();
    const url = await send(chat);
    const { run_id, text } = await ended(url);
    const { requests } = world.fake.counts;
    await world.domain.stores.chat.messages.change(
      { id: idOf(url) },
      { status: 'running', ended_at: null, text: '', worker_id: 'worker_dead', attempts: 3 },
    );
    await takeOver();
    expect(await rowOf(url)).toMatchObject({ status: 'succeeded', run_id, text, worker_id: null });
    expect(world.fake.counts.requests).toBe(requests);
  });

  it('fails after three attempts', async () => {
    const url = await lostAnswer(await createChat(), { attempts: 3 });
    await takeOver();
    expect(await ended(url)).toMatchObject({ status: 'failed', error: { code: 'run_lost' } });
  });

  it('fails with the reason if the balance has run out', async () => {
    const url = await lostAnswer(await createChat(PRICED_MODEL));
    await setBalance(0);
    await takeOver();
    await setBalance(5_000_000);
    const error = { code: 'insufficient_balance', message: MESSAGES.task.balance };
    expect(await ended(url)).toMatchObject({ status: 'failed', error });
  });

  it('uses the configuration that it was asked with', async () => {
    const chat = await createChat();
    const url = await lostAnswer(chat);
    await world.call('PUT', `${chat}/config`, { type: 'model', system_prompt: 'Speak Latin.' });
    await takeOver();
    await ended(url);
    expect(JSON.stringify(world.fake.requests.at(-1))).not.toContain('Latin');
  });

  it('ends if its chat is gone, so that the chat can go on when it is restored', async () => {
    const chat = await createChat();
    const url = await lostAnswer(chat);
    await world.domain.stores.chat.chats.change(
      { id: idOf(chat) },
      { deleted_at: new Date().toISOString() },
    );
    await takeOver();
    expect(await rowOf(url)).toMatchObject({ status: 'cancelled', worker_id: null });
  });
});

it('an unfinished answer whose run is gone fails with the reason, for whoever follows it', async () => {
  const chat = await createChat();
  const change = { run_id: newId('run'), worker_id: 'worker_gone' };
  const url = await lostAnswer(chat, change);
  const response = await fetch(`${world.origin}/api/v1${url}/stream`);
  expect(response.status).toBe(200);
  const streamed = await response.text();
  expect(streamed).toContain('event: answer.ended');
  expect(streamed).toContain("doesn't exist any more. Regenerate the answer.");
  expect(await get(url)).toMatchObject({ status: 'failed', error: { code: 'run_lost' } });
});

it('a chat that is full takes neither messages nor further answers', async () => {
  const chat = await createChat();
  const url = await send(chat);
  await ended(url);
  await world.domain.stores.chat.chats.change({ id: idOf(chat) }, { message_count: 20_000 });
  for (const [path, body] of [
    [`${chat}/message`, { text: 'More' }],
    [`${url}/regenerate`, {}],
  ] as const) {
    const refused = await world.call('POST', path, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  }
});

it.each([
  ['no balance', 0],
  ['a balance below what the answer may cost', 1],
])('with %s, a message is refused before anyone sees it', async (_, balance) => {
  const chat = await createChat(PRICED_MODEL);
  await setBalance(balance);
  const sent = await world.call('POST', `${chat}/message`, { text: 'Hello' });
  await setBalance(5_000_000);
  expect([sent.status, sent.body.detail]).toEqual([402, MESSAGES.task.balance]);
  expect(await get(chat)).toMatchObject({ message_count: 0, change: 0, title: '' });

  const url = await send(chat);
  await ended(url);
  const { change } = await get(chat);
  await setBalance(balance);
  const again = await world.call('POST', `${url}/regenerate`, {});
  await setBalance(5_000_000);
  expect([again.status, again.body.detail]).toEqual([402, MESSAGES.task.balance]);
  expect(await get(chat)).toMatchObject({ message_count: 2, change });
});

it('a message that is sent again after the balance has run out is the one that was sent', async () => {
  const chat = idOf(await createChat(PRICED_MODEL));
  const messages = createMessageService(world.domain);
  const options = { principal: world.owner, ref: 'once' };
  const first = await messages.send(chat, { text: 'Hello' }, options);
  await setBalance(0);
  const again = await messages.send(chat, { text: 'Hello' }, options);
  await setBalance(5_000_000);
  expect([again.message.id, again.answer.id]).toEqual([first.message.id, first.answer.id]);
});

describe('an answer that is stopped', () => {
  it('before its run has started never gets one', async () => {
    const chat = await createChat();
    const url = await lostAnswer(chat);
    const stopped = await world.call('POST', `${url}/cancel`);
    expect(stopped.body).toMatchObject({ status: 'cancelled', run_id: null });
    // The process that was about to start it.
    const [message, answer, row] = await Promise.all([
      rowOf(`${chat}/message/${stopped.body.parent_id}`),
      rowOf(url),
      world.domain.stores.chat.chats.find({ id: idOf(chat) }),
    ]);
    if (!row) throw new Error('No chat');
    world.fake.script(SLOW);
    await answers.start({ chat: row, config: row.config, message, answer }, world.owner);
    expect(await get(url)).toMatchObject({ status: 'cancelled', run_id: null });
    const [last] = await world.domain.stores.run.runs.list({
      where: { task_id: idOf(chat) },
      order: ['id'],
      descending: true,
    });
    await until(async () => (await runOf(last?.id ?? ''))?.status === 'cancelled');
  });

  it('after its process died is not answered again', async () => {
    const chat = await createChat();
    const url = await lostAnswer(chat);
    const [run] = await world.domain.stores.run.runs.list({ where: { task_id: idOf(chat) } });
    const error = { code: 'run_lost' as const, message: 'Lost' };
    await world.domain.stores.run.runs.change({ id: run?.id ?? '' }, { status: 'failed', error });
    await world.domain.stores.chat.messages.change({ id: idOf(url) }, { run_id: run?.id ?? null });
    const stopped = await world.call('POST', `${url}/cancel`);
    expect(stopped.body).toMatchObject({ status: 'cancelled', error: null });
    await takeOver();
    expect((await get(url)).status).toBe('cancelled');
  });

  it('keeps what it has said; also if its run was deleted, it ends', async () => {
    world.fake.script(SLOW);
    const url = await send(await createChat());
    await streaming(url);
    const stopped = await world.call('POST', `${url}/cancel`);
    expect(stopped.body).toMatchObject({ status: 'cancelled', error: null });
    expect(SLOW.text.startsWith(stopped.body.text)).toBe(true);
    expect(stopped.body.text).not.toBe('');
    const gone = await lostAnswer(await createChat(), { run_id: newId('run') });
    expect((await world.call('POST', `${gone}/cancel`)).body.status).toBe('cancelled');
  });

  it('because its project is deleted ends its run, and is not answered again', async () => {
    const org = world.path.slice(0, world.path.indexOf('/project/'));
    const made = await world.call('POST', `${org}/project`, { name: 'For a moment' });
    const project = `${org}/project/${made.body.id}`;
    const config = { type: 'model', model_id: 'compatible/fake-model' };
    const chat = await world.call('POST', `${project}/chat`, { config });
    world.fake.script(SLOW);
    const url = await send(`${project}/chat/${chat.body.id}`);
    const run = await streaming(url);
    expect((await world.call('DELETE', project)).status).toBe(204);
    await until(async () => (await runOf(run))?.status === 'cancelled');
    await until(async () => (await rowOf(url)).status === 'cancelled');
    const { requests } = world.fake.counts;
    const lost = { status: 'running' as const, ended_at: null, worker_id: 'worker_dead' };
    await world.domain.stores.chat.messages.change({ id: idOf(url) }, { ...lost, run_id: null });
    await takeOver();
    expect(await rowOf(url)).toMatchObject({ status: 'cancelled', worker_id: null });
    expect(world.fake.counts.requests).toBe(requests);
  });

  it('because its widget is deleted ends its run', async () => {
    const made = await world.call('POST', `${world.path}/widget`, {
      name: 'Help',
      config: { type: 'model', model_id: 'compatible/fake-model' },
    });
    const [own, other] = [await createChat(), await createChat()];
    await world.domain.stores.chat.chats.change({ id: idOf(own) }, { widget_id: made.body.id });
    world.fake.script(SLOW);
    world.fake.script(SLOW);
    const url = await send(own);
    const run = await streaming(url);
    const unrelated = await send(other);
    await world.call('DELETE', `${world.path}/widget/${made.body.id}`);
    await until(async () => (await runOf(run))?.status === 'cancelled');
    expect((await rowOf(url)).status).toBe('cancelled');
    expect((await ended(unrelated)).status).toBe('succeeded');
  });

  it('because its chat is deleted ends its run', async () => {
    world.fake.script(SLOW);
    const chat = await createChat();
    const url = await send(chat);
    const run = await streaming(url);
    expect((await world.call('DELETE', chat)).status).toBe(204);
    await until(async () => (await runOf(run))?.status === 'cancelled');
    await until(async () => (await rowOf(url)).status === 'cancelled');
  });
});
