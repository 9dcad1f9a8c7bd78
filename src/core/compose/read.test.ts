import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArticleStepRequest } from '#generated/model/index.ts';
import { checkDefinition } from '../task/definition/definition.ts';
import { checkInputs, knownInputs } from '../task/input/inputs.ts';
import { checkOutline, NEW_BRIEF, NEW_SEO, slugOf, stageOf, wordsIn } from './article.ts';
import { WRITTEN_HEADINGS_MAX } from './limits.ts';
import { readOutline, readSeo, readTitles } from './read.ts';
import { checkStepOutput, problemOfOutput } from './read-step.ts';
import { sampleStep } from './sample.ts';
import { stepInputs, targetsOf } from './step-inputs.ts';
import { WRITERS } from './writers/writers.ts';

const BAD_JSON = [{ pointer: '', message: 'Invalid JSON detected from the LLM.' }];
const BAD_RESPONSE = [{ pointer: '', message: 'Invalid response sent from the LLM.' }];

describe('titles', () => {
  it.each([
    ['bare', '{"titles":["One","Two"]}'],
    ['fenced, with an introduction', 'Sure!\n```json\n{"titles": ["1. One", "\\"Two\\""]}\n```'],
    [
      'as objects under another name',
      '{"Candidates":[{"title":"One"},{"text":"Two"},{"title":"One"}]}',
    ],
    ['as a list', '["One","Two"]'],
  ])('are read %s', (_, text) => {
    expect(readTitles(text).result).toEqual(['One', 'Two']);
  });

  it.each([
    ['text', 'Here are some titles: One, Two', BAD_JSON],
    ['truncated', '{"titles":["One","Tw', BAD_JSON],
    ['empty', '', BAD_JSON],
    ['without a list', '{"title": 4}', BAD_RESPONSE],
    ['an empty list', '{"titles":[""]}', BAD_RESPONSE],
  ])('that are %s are refused in the specified words', (_, text, errors) => {
    expect(readTitles(text).errors).toEqual(errors);
  });
});

describe('an outline', () => {
  it('is read from a list with levels, from nested lists, and in other languages', () => {
    const flat =
      '{"outline":[{"heading":"## Beginn","level":1,"notes":"x"},{"heading":"Teil","level":2,"notes":""}]}';
    const nested = '{"sections":[{"title":"Beginn","points":["x"],"subsections":["Teil"]}]}';
    const expected = [
      { heading: 'Beginn', level: 2, notes: 'x' },
      { heading: 'Teil', level: 3, notes: '' },
    ];
    expect([readOutline(flat).result, readOutline(nested).result]).toEqual([expected, expected]);
  });

  it('with too many headings, none, or an empty one is refused', () => {
    const many = Array.from({ length: WRITTEN_HEADINGS_MAX + 1 }, (_, n) => ({
      heading: `H${n}`,
      level: 2,
    }));
    expect(readOutline(JSON.stringify({ outline: many })).errors).toEqual(BAD_RESPONSE);
    expect(readOutline('{"outline":[]}').errors).toEqual(BAD_RESPONSE);
    expect(readOutline('{"outline":[{"heading":"","level":2}]}').errors).toEqual([
      { pointer: '/outline/0/heading', message: 'A blog outline heading is required' },
    ]);
    expect(readOutline('[{"heading":"A","level":3},{"heading":"B","level":2}]').errors).toEqual([
      {
        pointer: '/outline/0/level',
        message: 'Blog sections must start with second-level headings',
      },
    ]);
  });
});

it('what search engines show has a description, and a slug in any script', () => {
  const { result } = readSeo(
    '{"meta_title":"Über Lampen","meta_description":"Alles.","slug":"Über Lampen!","keywords":"a, b"}',
  );
  expect(result).toEqual({
    title: 'Über Lampen',
    description: 'Alles.',
    slug: 'uber-lampen',
    keywords: ['a', 'b'],
  });
  expect(readSeo('{"title":"T"}').errors).toEqual(BAD_RESPONSE);
});

it.each([
  ['東京 タワー', '東京-タワー'],
  ['إطلاق المنتج', 'إطلاق-المنتج'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['한국어 안내', '한국어-안내'],
  ['Край й ё', 'край-й-ё'],
])('the address of an article keeps what its script needs: %s', (title, slug) => {
  expect(slugOf(title, 40)).toBe(slug);
});

it('any output either can be used or is one of the two specified problems', () => {
  const values = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((text) => `\`\`\`json\n${text}\n\`\`\``),
  );
  fc.assert(
    fc.property(values, fc.constantFrom('titles', 'outline', 'seo'), (text, step) => {
      const check = checkStepOutput(step, [], text);
      if (check.valid) return;
      expect(check.errors.length).toBeGreaterThan(0);
      expect(['compose_json_invalid', 'compose_response_invalid']).toContain(
        problemOfOutput(step, text),
      );
    }),
  );
  const outlines = fc.array(
    fc.record({
      heading: fc.string(),
      level: fc.integer({ min: -1, max: 9 }),
      notes: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(outlines, (outline) => {
      const { result } = readOutline(JSON.stringify({ outline }));
      if (result) expect(checkOutline(result.map((one) => ({ ...one, id: '' })))).toEqual([]);
    }),
  );
});

const content = {
  brief: { ...NEW_BRIEF, topic: 'How small teams plan a {launch}' },
  title: 'Launch',
  titles: [],
  outline: [
    { id: 'a', heading: 'Start', level: 2, notes: 'Why.' },
    { id: 'b', heading: 'Roles', level: 3, notes: '' },
    { id: 'c', heading: 'End', level: 2, notes: '' },
  ],
  sections: [{ id: 'a', markdown: '## Start\n\nOne.\n\nTwo.' }],
  seo: NEW_SEO,
};
const requests: ArticleStepRequest[] = [
  { step: 'titles', wish: 'shorter' },
  { step: 'outline' },
  { step: 'sections' },
  { step: 'rewrite', section_id: 'a', mode: 'shorten' },
  { step: 'seo' },
];

describe.each(requests.map((request) => [request.step, request] as const))(
  'the step %s',
  (step, request) => {
    const { definition } = WRITERS[step];

    it('is a task that can be saved as a revision, and gets the inputs that it needs', () => {
      expect(checkDefinition(definition)).toEqual([]);
      for (const variable of definition.variables) expect(variable.description).toBeTruthy();
      const inputs = knownInputs(definition.variables, stepInputs(request, content));
      expect(checkInputs(definition.variables, inputs).errors).toEqual([]);
    });

    it('has a sample that can be used', () => {
      const targets = targetsOf(request, content);
      expect(checkStepOutput(step, targets, sampleStep(request, content)).errors).toEqual([]);
    });
  },
);

it('words and the stage of an article are those of what is shown', () => {
  expect(wordsIn('## Two words\n\nSee [the docs](https://example.com/a-b), it’s 3.')).toBe(7);
  expect(wordsIn('東京は大きい')).toBe(3);
  expect(stageOf({ ...content, sections: [] })).toBe('outline');
  expect(stageOf(content)).toBe('sections');
  const all = [...content.sections, { id: 'c', markdown: '## End\n\nx' }];
  expect(stageOf({ ...content, sections: all })).toBe('article');
  expect(stageOf({ title: '', titles: [], outline: [], sections: [] })).toBe('brief');
});
