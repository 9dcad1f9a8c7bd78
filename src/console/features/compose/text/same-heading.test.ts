import { expect, it } from 'vitest';
import { withHeadingOf } from './same-heading.ts';

it('the outline follows the heading of a section, and stays the same object while its text is typed', () => {
  const outline = [{ id: 'a', heading: 'One', level: 2, notes: '' }];
  expect(withHeadingOf(outline, 'a', '## One\n\nText')).toBe(outline);
  expect(withHeadingOf(outline, 'a', '##\n\nText')).toBe(outline);
  expect(withHeadingOf(outline, 'a', '## Two\n\nText')[0]?.heading).toBe('Two');
});
