import { describe, expect, it } from 'vitest';
import { extract } from '#core/extract/extract.ts';
import { fileOf, testDocuments } from './documents.ts';
import { misread } from './misread.ts';
import { testQuestions } from './questions.ts';

const documents = testDocuments();
const questions = testQuestions();

describe('the evaluation set', () => {
  it('has documents of all kinds, and questions of all sorts', () => {
    expect(documents.length).toBeGreaterThanOrEqual(60);
    expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
    expect(new Set(documents.map(({ type }) => type)).size).toBe(10);
    expect(questions.length).toBeGreaterThanOrEqual(80);
    const groups = Map.groupBy(questions, ({ group }) => group);
    expect([...groups.keys()]).toEqual(['words', 'identifier', 'meaning', 'language', 'nothing']);
    for (const { group, answers } of questions) {
      expect(answers.length > 0).toBe(group !== 'nothing');
      for (const { document } of answers)
        expect(documents).toContainEqual(expect.objectContaining({ name: document }));
    }
  });
});

describe('the text of', () => {
  it.each(documents.map((document) => [document.name, document] as const))(
    '%s',
    async (name, document) => {
      const { text, blocks, title } = await extract(fileOf(document), name);
      expect(title).not.toBeNull();
      const found = blocks.map((block) => ({ ...block, text: text.slice(block.start, block.end) }));
      expect(misread(document, found, questions)).toEqual([]);
    },
  );
});
