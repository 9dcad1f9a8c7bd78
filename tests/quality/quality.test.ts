import { describe, expect, it } from 'vitest';
import { extract } from '#core/extract/extract.ts';
import type { Block } from '#core/extract/extracted.ts';
import { cellsOf, fileOf, type TestDocument, testDocuments } from './documents.ts';
import { flat, testQuestions } from './questions.ts';

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
    for (const { group, answers } of questions)
      expect(answers.length > 0).toBe(group !== 'nothing');
  });
});

describe('the text of', () => {
  it.each(documents.map((document) => [document.name, document] as const))(
    '%s',
    async (name, document) => {
      const { text, blocks, title } = await extract(fileOf(document), name);
      expect(title).not.toBeNull();
      const found = blocks.map((block) => ({
        ...block,
        text: flat(text.slice(block.start, block.end)),
      }));
      // What a question asks for is there.
      for (const { passage } of questions
        .flatMap(({ answers }) => answers)
        .filter((one) => one.document === name))
        expect(flat(text)).toContain(flat(passage));
      if (document.type === 'json') return;
      for (const [at, { name: sheet, lines }] of document.parts.entries()) {
        const here = found.filter((block) => isOf(document, block, at, sheet));
        for (const line of lines) {
          const cells = cellsOf(line).map(flat).filter(Boolean);
          const isFound = here.some((block) => cells.every((cell) => block.text.includes(cell)));
          expect(isFound, `part ${at + 1}: ${cells}`).toBe(true);
        }
      }
    },
  );
});

/** Whether a block is of this part of the document, as far as its kind has parts. */
function isOf({ type }: TestDocument, block: Block, at: number, sheet: string | null): boolean {
  if (type === 'pdf') return block.page === at + 1;
  if (type === 'pptx') return block.slide === at + 1;
  if (type === 'xlsx') return block.sheet === sheet;
  return true;
}
