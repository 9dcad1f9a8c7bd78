import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderConsole } from '#console/ui/testing.tsx';
import type { RunCitation } from '#generated/model/index.ts';
import { CitingContext } from './citation-number.tsx';
import { CitedMarkdown } from './markdown.tsx';

const citation = (given: Partial<RunCitation>): RunCitation => ({
  pointer: '',
  start: 0,
  end: 0,
  number: 1,
  collection_id: 'collection_1',
  document_id: 'document_1',
  document_name: 'Policy.pdf',
  chunk_id: 'chunk_1',
  page: 2,
  quote: null,
  supported: true,
  ...given,
});

function show(text: string, citations?: readonly RunCitation[]) {
  const message = {
    id: 'message_1',
    chat_id: 'chat_1',
    citations: [...(citations ?? [])],
    sources: [],
  };
  return renderConsole(
    <CitingContext value={{ message }}>
      <CitedMarkdown text={text} citations={citations} />
    </CitingContext>,
  );
}

describe('the text of a message', () => {
  it('shows HTML as text, and loads no image', () => {
    const { container } = show(
      'Hi <img src=x onerror=alert(1)> <script>alert(1)</script> ![map](https://evil.example/x.png)',
    );
    expect(container.querySelector('img, script')).toBeNull();
    expect(screen.getByRole('link', { name: 'map' })).toBeDefined();
    expect(container.textContent).toContain('<script>');
  });

  it('opens only absolute links, in a new tab, without telling where they are', () => {
    show('[a](https://example.com) [b](javascript:alert(1)) [c](/settings) [d](data:text/html,x)');
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['a']);
    expect(links[0]?.getAttribute('rel')).toContain('noopener');
    expect(links[0]?.getAttribute('target')).toBe('_blank');
  });

  it('turns citations into numbers, but not in code', () => {
    const { container } = show('Book early [1, 2]. `a[1]`', []);
    expect(container.querySelector('p')?.textContent).toBe('Book early12. a[1]');
  });

  it('leaves brackets alone where nothing is cited', () => {
    const { container } = show('See [1].');
    expect(container.querySelector('p')?.textContent).toBe('See [1].');
  });

  it('underlines the claims that no passage supports', () => {
    const text = 'Trains are booked early [1]. **Planes** are free [1].';
    const start = text.indexOf('**Planes');
    const { container } = show(text, [
      citation({ start: 0, end: 27 }),
      citation({ start, end: text.length, supported: false }),
    ]);
    const marked = [...container.querySelectorAll('[class*=unsupported]')];
    expect(marked.map((one) => one.textContent?.trim())).toEqual(['Planes', 'are free']);
  });
});
