import { expect, it } from 'vitest';
import { Events, FileBody } from '#domain/events.ts';
import { eventsResponse, fileStream } from './events.ts';

function source() {
  const waiting: string[] = [];
  const followers = new Set<() => void>();
  let isOver = false;
  const events = new Events({
    read: () => {
      const batch = waiting.splice(0).map((text) => ({ id: text, type: 'word', data: { text } }));
      return { events: batch, isOver };
    },
    follow: (onChange) => {
      followers.add(onChange);
      return () => void followers.delete(onChange);
    },
  });
  return {
    events,
    followers,
    say(...texts: string[]) {
      waiting.push(...texts);
      for (const onChange of followers) onChange();
    },
    end(...texts: string[]) {
      isOver = true;
      this.say(...texts);
    },
  };
}

it('sends events as they come, and stops following at the end', async () => {
  const { events, followers, say, ...rest } = source();
  const response = eventsResponse(events, {});
  const reader = (response.body ?? new ReadableStream()).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  say('one');
  expect(await next()).toBe('id: one\nevent: word\ndata: {"text":"one"}\n\n');
  const second = next();
  rest.end.call({ say }, 'two');
  expect(await second).toContain('id: two');
  expect((await reader.read()).done).toBe(true);
  expect(followers.size).toBe(0);
});

it('stops following when the client disconnects', async () => {
  const { events, followers, say } = source();
  const response = eventsResponse(events, {});
  say('one');
  await response.body?.cancel();
  expect(followers.size).toBe(0);
});

it.each(['cut', 'drop'] as const)('ends early on request: %s', async (stream) => {
  const { events, followers, say } = source();
  say('1', '2', '3', '4', '5', '6');
  const response = eventsResponse(events, { stream });
  const text = response.text();
  if (stream === 'drop') await expect(text).rejects.toThrow();
  else expect((await text).match(/^id/gm)).toHaveLength(4);
  expect(followers.size).toBe(0);
});

it('reads a long file as the client consumes it', async () => {
  let made = 0;
  async function* lines() {
    for (; made < 1000; made += 1) yield `${made}\n`;
  }
  const body = new Response(fileStream(new FileBody('a.txt', 'text/plain', lines()))).body;
  const reader = (body ?? new ReadableStream()).getReader();
  await reader.read();
  expect(made).toBeLessThan(10);
  await reader.cancel();
  expect(made).toBeLessThan(10);
});
