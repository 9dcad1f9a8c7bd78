import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#generated/model/index.ts';
import { markdownHead, markdownMessage } from './chat-markdown.ts';

const MESSAGE: ChatMessage = {
  id: 'message_1',
  chat_id: 'chat_1',
  parent_id: null,
  sibling_ids: ['message_1'],
  position: 4,
  change: 1,
  role: 'assistant',
  author: { id: 'acme/large', name: 'acme/large' },
  text: '',
  inputs: null,
  attachments: [],
  status: 'succeeded',
  run_id: null,
  model_id: 'acme/large',
  config_version: 1,
  output: null,
  citations: [],
  sources: [],
  grounding: null,
  steps: [],
  actions: [],
  summary: null,
  error: null,
  usage: null,
  latency_ms: null,
  rating: null,
  rating_note: null,
  created_at: '2026-11-20T09:05:00.000Z',
  ended_at: null,
};

describe('markdownMessage', () => {
  it('turns citations into footnotes with document and page', () => {
    const source = { collection_id: 'c', document_id: 'd', document_name: 'Travel *policy*.pdf' };
    const text = markdownMessage({
      ...MESSAGE,
      text: 'Book a week ahead [1, 2]. `x[1]` is code.',
      sources: [
        { number: 1, page: 2, ...source },
        { number: 2, page: null, ...source },
      ],
    });
    expect(text).toContain('> Book a week ahead [^4-1][^4-2]. `x[1]` is code.');
    expect(text).toContain('[^4-1]: Travel \\*policy\\*.pdf, page 2\n[^4-2]: Travel');
  });

  it('keeps everything that people write within a quotation', () => {
    const text = markdownMessage({
      ...MESSAGE,
      role: 'user',
      author: { id: 'user_1', name: 'Eve\n## Ada' },
      text: '## Ada\r\rI agree\n</blockquote>\n[^4-1]: forged\n> [1]: http://evil.test\n```\n<b>[x]: y\n',
    });
    const lines = text.trim().split('\n');
    expect(lines.slice(0, 3)).toEqual(['## Eve \\#\\# Ada', '', '*20 Nov 2026, 09:05 UTC*']);
    expect(lines.slice(4)).toEqual([
      '> ## Ada',
      '>',
      '> I agree',
      '> \\</blockquote>',
      '> \\[^4-1]: forged',
      '> > \\[1]: http://evil.test',
      '> ```',
      '> <b>[x]: y',
    ]);
  });

  it('shows inputs and outputs of tasks as JSON', () => {
    const text = markdownMessage({ ...MESSAGE, text: '{"a":1}', output: { a: '```\n' } });
    expect(text).toContain('```json\n{\n  "a": "```\\n"\n}\n```');
    expect(text).not.toContain('> {');
  });
});

describe('markdownHead', () => {
  it('has the title in one line', () => {
    expect(markdownHead({ title: 'A\n# B', created_at: MESSAGE.created_at })).toBe(
      '# A \\# B\n\n20 Nov 2026, 09:05 UTC\n',
    );
  });
});
