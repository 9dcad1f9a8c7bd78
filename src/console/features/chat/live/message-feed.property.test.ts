import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatMessage } from '#generated/model/index.ts';
import { MessageFeed } from './message-feed.ts';
import { branchTo } from './message-tree.ts';

/**
 * Random chats over a connection that breaks, repeats and delays: once it is back, what is shown is what the server
 * has.
 */
const RUNS = Number(process.env.FEED_RUNS ?? 300);

type Event =
  | { type: 'message'; message: ChatMessage }
  | { type: 'delta'; id: string; offset: number; text: string }
  | { type: 'reset'; id: string };

/** A chat on the server, and what it tells those who follow it. */
class Server {
  readonly rows: ChatMessage[] = [];
  readonly news: Event[] = [];
  change = 0;

  view(id: string): ChatMessage {
    const row = this.rows.find((one) => one.id === id);
    if (!row) throw new TypeError(`No message ${id}`);
    const siblings = this.rows.filter(({ parent_id }) => parent_id === row.parent_id);
    return { ...row, sibling_ids: siblings.map((one) => one.id) };
  }

  add(role: 'user' | 'assistant', parent: ChatMessage | undefined): ChatMessage {
    const position = this.rows.length + 1;
    const ended = role === 'user' ? '2026-11-20T09:00:00Z' : null;
    const message = {
      ...{ id: `m${position}`, position, role, parent_id: parent?.id ?? null, sibling_ids: [] },
      ...{ change: 0, text: role === 'user' ? `question ${position}` : '', ended_at: ended },
      ...{ status: ended ? 'succeeded' : 'running', steps: [], rating: null },
    } as unknown as ChatMessage;
    this.rows.push(message);
    this.touch(message, {});
    return message;
  }

  touch(message: ChatMessage, update: Partial<ChatMessage>): void {
    this.change += 1;
    Object.assign(message, update, { change: this.change });
    this.news.push({ type: 'message', message: this.view(message.id) });
  }

  write(message: ChatMessage, text: string): void {
    this.news.push({ type: 'delta', id: message.id, offset: message.text.length, text });
    message.text += text;
  }

  restart(message: ChatMessage): void {
    message.text = '';
    this.news.push({ type: 'reset', id: message.id });
  }

  /** What a client that has everything up to a change is sent. */
  missed(after: number): Event[] {
    const changed = this.rows
      .filter(({ change }) => change > after)
      .sort((a, b) => a.change - b.change);
    const running = this.rows.filter(({ ended_at }) => ended_at === null);
    return [
      ...changed.map(({ id }): Event => ({ type: 'message', message: this.view(id) })),
      ...running.map(({ id, text }): Event => ({ type: 'delta', id, offset: 0, text })),
    ];
  }
}

/** A page that follows the chat. */
class Client {
  readonly feed: MessageFeed;
  readonly server: Server;
  isConnected = false;
  heard = 0;

  constructor(server: Server) {
    this.server = server;
    this.feed = new MessageFeed({ orgId: 'o', projectId: 'p', chatId: 'c' }, async () => ({
      results: server.rows.map(({ id }) => server.view(id)).reverse(),
      pagination: { has_next: false, next_cursor: null },
    }));
  }

  take(event: Event): void {
    if (event.type === 'message') this.feed.put([event.message], { isNews: true });
    else if (event.type === 'delta') this.feed.append(event.id, event.offset, event.text);
    else this.feed.reset(event.id);
  }

  /** Everything that has happened arrives; the last events twice. */
  receive(repeated: number): void {
    if (!this.isConnected) return;
    const { news } = this.server;
    for (const event of news.slice(Math.max(0, this.heard - repeated))) this.take(event);
    this.heard = news.length;
  }

  connect(): void {
    for (const event of this.server.missed(this.feed.change)) this.take(event);
    this.heard = this.server.news.length;
    this.isConnected = true;
  }
}

const step = fc.record({
  what: fc.constantFrom(
    ...(['ask', 'ask', 'regenerate', 'write', 'write', 'restart', 'end', 'rate'] as const),
    ...(['receive', 'receive', 'disconnect', 'connect', 'respond', 'read'] as const),
  ),
  which: fc.nat(50),
  text: fc.constantFrom('a', 'b', 'one ', 'two '),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** @param responses those that are still on their way to the client */
function act(server: Server, client: Client, responses: ChatMessage[][], given: Step): void {
  const { what, which, text } = given;
  const { rows } = server;
  const running = rows.filter(({ ended_at }) => ended_at === null);
  const one = rows[which % Math.max(1, rows.length)];
  const answer = running[which % Math.max(1, running.length)];
  if (what === 'ask' || (what === 'regenerate' && one?.role === 'user')) {
    const isRegenerated = what === 'regenerate' && one !== undefined;
    const question = isRegenerated ? one : server.add('user', which % 3 === 0 ? one : rows.at(-1));
    const added = server.add('assistant', question);
    // One of the client's own: its response is under way.
    if (which % 2 === 0) responses.push([server.view(question.id), server.view(added.id)]);
  } else if (what === 'write' && answer) server.write(answer, text);
  else if (what === 'restart' && answer) server.restart(answer);
  else if (what === 'end' && answer)
    server.touch(answer, { status: 'succeeded', ended_at: '2026-11-20T09:01:00Z' });
  else if (what === 'rate' && one?.ended_at) server.touch(one, { rating: 'up' });
  else if (what === 'receive') client.receive(which % 4);
  else if (what === 'disconnect') client.isConnected = false;
  else if (what === 'connect') client.connect();
  else if (what === 'respond') client.feed.put(responses.shift() ?? [], { show: true });
  else if (what === 'read' && one && client.feed.get(one.id)) void client.feed.choose(one.id);
}

it('shows what the server has after any disturbance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const server = new Server();
      const client = new Client(server);
      const responses: ChatMessage[][] = [];
      server.add('assistant', server.add('user', undefined));
      await client.feed.open();
      for (const one of steps) act(server, client, responses, one);
      for (const late of responses) client.feed.put(late, { show: true });
      client.connect();
      // Of an answer that was started again meanwhile, the longer text stays as long as it says the same.
      for (const { id, text } of server.rows)
        expect(client.feed.get(id)?.text.slice(0, text.length)).toBe(text);
      for (const row of server.rows)
        if (row.ended_at === null)
          server.touch(row, { status: 'succeeded', ended_at: '2026-11-20T09:02:00Z' });
      client.receive(0);

      const all = new Map(server.rows.map(({ id }) => [id, server.view(id)]));
      for (const [id, message] of all) expect(client.feed.get(id)).toEqual(message);
      const { branch } = client.feed.getState();
      expect(branch).toEqual(branchTo(all, branch.at(-1)?.id ?? null));
    }),
    { numRuns: RUNS },
  );
});
