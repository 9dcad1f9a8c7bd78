import { describe, expect, it } from 'vitest';
import type {
  ChatMessage,
  ChatMessageList,
  ListChatMessagesParams,
} from '#generated/model/index.ts';
import { MessageFeed } from './message-feed.ts';

const place = { orgId: 'org_1', projectId: 'project_1', chatId: 'chat_1' };

function message(position: number, given: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `m${position}`,
    parent_id: position === 1 ? null : `m${position - 1}`,
    sibling_ids: [`m${position}`],
    position,
    change: position,
    role: position % 2 === 1 ? 'user' : 'assistant',
    text: `text ${position}`,
    status: 'succeeded',
    steps: [],
    ended_at: '2026-11-20T09:00:00Z',
    ...given,
  } as ChatMessage;
}

/** Pages of these messages, as the API returns them. */
function listing(all: readonly ChatMessage[]) {
  const calls: ListChatMessagesParams[] = [];
  const list = async (params: ListChatMessagesParams): Promise<ChatMessageList> => {
    calls.push(params);
    const limit = params.page_limit ?? 25;
    const around = all.find(({ id }) => id === params.around)?.position;
    const below = params.cursor
      ? Number(params.cursor)
      : around === undefined
        ? Number.POSITIVE_INFINITY
        : around + Math.ceil(limit / 2);
    const found = all.filter(({ position }) => position < below).reverse();
    const results = found.slice(0, limit);
    const has_next = found.length > limit;
    const next_cursor = has_next ? String(results.at(-1)?.position) : null;
    return { results, pagination: { has_next, next_cursor } };
  };
  return { list, calls };
}

const chain = (count: number) => Array.from({ length: count }, (_, index) => message(index + 1));
const shown = (feed: MessageFeed) => feed.getState().branch.map(({ id }) => id);

async function opened(all: readonly ChatMessage[], around?: string) {
  const { list, calls } = listing(all);
  const feed = new MessageFeed(place, list);
  await feed.open(around);
  return { feed, calls };
}

describe('the messages of a chat', () => {
  it('load page by page, from the newest', async () => {
    const { feed, calls } = await opened(chain(120));
    expect(shown(feed)).toHaveLength(50);
    expect(shown(feed).at(-1)).toBe('m120');
    await feed.loadOlder();
    await feed.loadOlder();
    expect(shown(feed)[0]).toBe('m1');
    expect(feed.getState().hasOlder).toBe(false);
    expect(calls).toHaveLength(3);
  });

  it('open at a message, and load what follows it', async () => {
    const { feed } = await opened(chain(200), 'm60');
    expect(shown(feed)).toContain('m60');
    expect(shown(feed)).not.toContain('m200');
    for (let n = 0; n < 20 && feed.getState().hasNewer; n += 1) await feed.loadNewer();
    expect(shown(feed).at(-1)).toBe('m200');
  });

  it('show one branch, and change to another', async () => {
    const siblings = ['m2', 'm3'];
    const { feed } = await opened([
      message(1),
      message(2, { sibling_ids: siblings }),
      message(3, { parent_id: 'm1', role: 'assistant', sibling_ids: siblings }),
    ]);
    expect(shown(feed)).toEqual(['m1', 'm3']);
    await feed.choose('m2');
    expect(shown(feed)).toEqual(['m1', 'm2']);
    // Someone writes in the other branch: what is read stays.
    feed.put([message(4, { parent_id: 'm3' })]);
    expect(shown(feed)).toEqual(['m1', 'm2']);
    feed.put([message(5, { parent_id: 'm2' })]);
    expect(shown(feed)).toEqual(['m1', 'm2', 'm5']);
  });

  it('take parts of an answer once, also when they are repeated', async () => {
    const running = message(2, { text: '', status: 'running', ended_at: null });
    const { feed } = await opened([message(1), running]);
    const text = () => feed.get('m2')?.text;
    feed.append('m2', 0, 'one ');
    feed.append('m2', 4, 'two');
    feed.append('m2', 0, 'one ');
    expect(text()).toBe('one two');
    // The stored text is behind what has arrived.
    feed.put([{ ...running, text: 'one', change: 9 }]);
    expect(text()).toBe('one two');
    feed.reset('m2');
    feed.append('m2', 0, 'again');
    expect(text()).toBe('again');
    // The node that wrote it has died, and another one has begun anew.
    feed.append('m2', 0, 'new');
    expect(text()).toBe('new');
    feed.put([message(2, { text: 'again!', change: 10 })]);
    feed.append('m2', 0, 'late, and longer than that');
    expect(text()).toBe('again!');
  });

  it('read an answer again when parts of it are missing', async () => {
    const running = message(2, { text: '', status: 'running', ended_at: null });
    const stored = [message(1), running];
    const { feed, calls } = await opened(stored);
    stored[1] = { ...running, text: 'one two three', change: 9 };
    feed.append('m2', 8, 'three');
    feed.append('m2', 13, ' four');
    await expect.poll(() => feed.get('m2')?.text).toBe('one two three');
    feed.append('m2', 13, ' four');
    expect(feed.get('m2')?.text).toBe('one two three four');
    // Another gap soon afterwards waits, so that a bad connection isn't a burst of requests.
    feed.append('m2', 99, 'and so on');
    feed.append('m2', 108, 'and on');
    await Promise.resolve();
    expect(calls.map(({ around }) => around)).toEqual([undefined, 'm2']);
  });

  it('ignore an older state of a message', async () => {
    const { feed } = await opened(chain(2));
    feed.put([message(2, { rating: 'up', change: 7 })]);
    feed.put([message(2, { rating: null, change: 2 })]);
    expect(feed.get('m2')?.rating).toBe('up');
  });

  it('list a new answer beside the one that it replaces', async () => {
    const { feed } = await opened(chain(2));
    const siblings = ['m2', 'm3'];
    const again = message(3, { parent_id: 'm1', role: 'assistant', sibling_ids: siblings });
    feed.put([again], { show: true });
    expect(shown(feed)).toEqual(['m1', 'm3']);
    expect(feed.get('m2')?.sibling_ids).toEqual(siblings);
  });
});
