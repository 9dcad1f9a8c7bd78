import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A question of the evaluation set. They are in `questions.md`: `# group`, `? question`, and `= document: passage` for
 * each passage that answers it.
 */
export interface TestQuestion {
  /** `words`, `identifier`, `meaning`, `language` or `nothing`. */
  group: string;
  text: string;
  /** Any of them answers it; empty if nothing does. */
  answers: { document: string; passage: string }[];
}

export function testQuestions(): TestQuestion[] {
  const questions: TestQuestion[] = [];
  let group = '';
  for (const line of readFileSync(join(import.meta.dirname, 'questions.md'), 'utf8').split('\n')) {
    const [mark, text] = [line.slice(0, 2), line.slice(2)];
    if (mark === '# ') group = text;
    if (mark === '? ') questions.push({ group, text, answers: [] });
    if (mark !== '= ') continue;
    const [document = '', ...passage] = text.split(': ');
    questions.at(-1)?.answers.push({ document, passage: passage.join(': ') });
  }
  return questions;
}

/** For comparing texts that are laid out differently. */
export function flat(text: string): string {
  return text.replace(/[\s\\`]+/g, ' ').trim();
}
