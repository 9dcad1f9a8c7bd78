import { describe, expect, it } from 'vitest';
import { aText } from '../testing.tsx';
import { mergeTexts } from './article-merge.ts';
import { changesOf, isArticleText } from './article-text.ts';

const base = aText();

describe('what is sent to the server', () => {
  it('is only what changed, section by section', () => {
    const after = {
      ...base,
      title: 'New',
      sections: { ...base.sections, b: '## B\n\nNew.' },
    };
    expect(changesOf(base, after)).toEqual({
      title: 'New',
      sections: [{ id: 'b', markdown: '## B\n\nNew.' }],
    });
    expect(changesOf(base, base)).toEqual({});
  });

  it('is an empty text for a section that was cleared', () => {
    const { a: _, ...sections } = base.sections;
    expect(changesOf(base, { ...base, sections })).toEqual({
      sections: [{ id: 'a', markdown: '' }],
    });
  });

  it('leaves out sections whose heading was removed', () => {
    const outline = base.outline.filter(({ id }) => id !== 'a');
    const { a: _, ...sections } = base.sections;
    expect(changesOf(base, { ...base, outline, sections })).toEqual({ outline });
  });

  it("is everything if the server's state is unknown", () => {
    expect(Object.keys(changesOf(null, base)).sort()).toEqual(
      ['brief', 'images', 'outline', 'sections', 'seo', 'title', 'titles'].sort(),
    );
  });
});

describe('merging with what a step wrote meanwhile', () => {
  it('keeps both, where they changed different things', () => {
    const mine = { ...base, brief: { ...base.brief, tone: 'Dry' } };
    const theirs = { ...base, sections: { ...base.sections, b: '## B\n\nWritten.' } };
    expect(mergeTexts(base, mine, theirs)).toEqual({ ...theirs, brief: mine.brief });
  });

  it('is left to the person where both changed the same section', () => {
    const mine = { ...base, sections: { ...base.sections, a: '## A\n\nMine.' } };
    const theirs = { ...base, sections: { ...base.sections, a: '## A\n\nTheirs.' } };
    expect(mergeTexts(base, mine, theirs)).toBeNull();
  });
});

it('recognises what this device stored', () => {
  expect(isArticleText(JSON.parse(JSON.stringify(base)))).toBe(true);
  expect(isArticleText({ title: 'x' })).toBe(false);
  expect(isArticleText(null)).toBe(false);
});
