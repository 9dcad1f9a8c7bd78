import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, encodeEvent, readEvents } from './sse.ts';

const parse = (...chunks: string[]) => {
  const parser = createSseParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};

describe('createSseParser', () => {
  it('parses events, comments and fields without a value', () => {
    expect(parse(': hello\n\nevent: add\nid: 7\ndata: 1\ndata\ndata:2\n\n')).toEqual([
      { id: '7', event: 'add', data: '1\n\n2' },
    ]);
  });

  it('keeps the id for later events, and emits nothing for events without data', () => {
    expect(parse('id: 1\n\ndata: a\n\nid\ndata: b\n\n')).toEqual([
      { id: '1', event: 'message', data: 'a' },
      { id: '', event: 'message', data: 'b' },
    ]);
  });

  it('ignores ids with NUL, unknown fields, a byte order mark and an incomplete last event', () => {
    expect(parse('\uFEFFid: a\0b\nfoo: 1\ndata: x\n\ndata: cut')).toEqual([
      { id: '', event: 'message', data: 'x' },
    ]);
  });

  it('accepts only digits for retry', () => {
    const parser = createSseParser('5');
    expect(parser.push('retry: soon\nretry: 250\ndata: a\n\n')).toMatchObject([{ id: '5' }]);
    expect(parser.retry).toBe(250);
  });

  it('accepts all three line endings, split anywhere', () => {
    const stream = 'id: 1\r\ndata: a\r\n\r\ndata: b\r\rdata: c\n\n: x\r\n\r\ndata: d\r\n\r\n';
    const whole = parse(stream);
    expect(whole.map((e) => e.data)).toEqual(['a', 'b', 'c', 'd']);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const chunks = edges.slice(1).map((edge, i) => stream.slice(edges[i], edge));
        expect(parse(...chunks)).toEqual(whole);
      }),
    );
  });
});

describe('encodeEvent', () => {
  it('restores what was written, except for the line endings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.stringMatching(/^\w{0,9}$/), (data, id) => {
        expect(parse(': hi\n\n', encodeEvent({ id, event: 'run.delta', data }))).toEqual([
          { id, event: 'run.delta', data: data.replace(/\r\n|\r/g, '\n') },
        ]);
      }),
    );
  });

  it('cannot be tricked into writing another event', () => {
    expect(parse(encodeEvent({ id: '1\ndata: evil', event: 'a\r\n\r\n', data: 'b' }))).toEqual([
      { id: '1data: evil', event: 'a', data: 'b' },
    ]);
  });
});

describe('readEvents', () => {
  it('decodes characters that are split between chunks', async () => {
    const bytes = new TextEncoder().encode(encodeEvent({ data: '😀 ü' }));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(stream)) events.push(event);
    expect(events).toEqual([{ id: '', event: 'message', data: '😀 ü' }]);
  });

  it('cancels the stream when the reader stops', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(encodeEvent({ data: 'x' })));
      },
      cancel() {
        cancelled = true;
      },
    });
    for await (const event of readEvents(stream)) {
      expect(event.data).toBe('x');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
