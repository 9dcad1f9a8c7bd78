import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECTION_MAX } from './limits.ts';
import { readSections } from './sections.ts';

const targets = [
  { id: 'a', heading: 'Start from the date' },
  { id: 'b', heading: 'Who does what' },
  { id: 'c', heading: 'The week itself' },
];

describe('sections in Markdown', () => {
  it('are found by their headings, whatever is around them', () => {
    const text = `Sure! Here is the article:

# My title

## 2. Who does what?
Two people.

### Roles
- one

## **Start from the date**
First.

\`\`\`md
## The week itself
\`\`\`

## The Week Itself
Last.`;
    expect(readSections(text, targets)).toEqual({
      written: [
        {
          id: 'a',
          markdown: '## Start from the date\n\nFirst.\n\n```md\n## The week itself\n```',
        },
        { id: 'b', markdown: '## Who does what\n\nTwo people.\n\n### Roles\n- one' },
        { id: 'c', markdown: '## The week itself\n\nLast.' },
      ],
      missing: [],
    });
  });

  it('keep their heading from the outline when the model translated it, if all are there', () => {
    const text = '## Beginne beim Datum\nA\n## Wer macht was\nB\n## Die Woche\nC';
    expect(readSections(text, targets).written.map(({ markdown }) => markdown)).toEqual([
      '## Start from the date\n\nA',
      '## Who does what\n\nB',
      '## The week itself\n\nC',
    ]);
    const two = '## Beginne beim Datum\nA\n## Wer macht was\nB';
    expect(readSections(two, targets).written).toEqual([]);
  });

  it('that are missing, empty, too long or cut off are told apart', () => {
    const text = `## Start from the date\nA\n## Who does what\n\n## The week itself\n${'x'.repeat(SECTION_MAX + 1)}`;
    const { written, missing } = readSections(text, targets);
    expect([written.map(({ id }) => id), missing]).toEqual([['a'], ['b', 'c']]);
    const cut = readSections('## Start from the date\nA\n## Who does what\nB is', targets, {
      isCutOff: true,
    });
    expect(cut.missing).toEqual(['b', 'c']);
  });

  it('may have another level, or none if there is only one', () => {
    const one = [{ id: 'a', heading: 'Start' }];
    for (const text of [
      'Text',
      '# Start\nText',
      '### Begin\n\nText',
      '```markdown\n## Start\nText\n```',
    ])
      expect(readSections(text, one).written).toEqual([{ id: 'a', markdown: '## Start\n\nText' }]);
    const text = '# Start from the date\nA\n# Who does what\nB\n# The week itself\nC';
    expect(readSections(text, targets).missing).toEqual([]);
  });

  it('that were written besides the only one that was asked for are left out', () => {
    const one = [{ id: 'a', heading: 'Start' }];
    const text = 'Sure!\n\n## Start\nText\n\n## Then\nMore';
    const start = { id: 'a', markdown: '## Start\n\nText' };
    expect(readSections(text, one).written).toEqual([start]);
    expect(readSections(text, one, { isCutOff: true }).written).toEqual([start]);
    const parts = '# Start\nText\n\n## A part of it\nMore';
    expect(readSections(parts, one).written[0]?.markdown).toBe(
      '## Start\n\nText\n\n### A part of it\n\nMore',
    );
  });

  it('are each found at most once, in any text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '## Start from the date',
        '## Who does what',
        '# x',
        '```',
        '~~~',
        '',
        '##',
        'a',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, isCutOff) => {
        const { written, missing } = readSections(lines.join('\n'), targets, { isCutOff });
        const ids = [...written.map(({ id }) => id), ...missing].sort();
        expect(ids).toEqual(['a', 'b', 'c']);
        for (const { markdown } of written) expect(markdown).toMatch(/^## \S.*\n\n\S/);
      }),
    );
  });
});
