import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './browser.ts';

/** Which scenario and settings answers were recorded with; `scenarios` says what they are. */
export type AnswerSet = 'usual' | 'first' | 'links' | 'choose' | 'protocol';

/** The recorded answers of a real Ory Kratos v26.2.0, by name. */
export function answersOf(set: AnswerSet): Map<string, Answer> {
  const text = readFileSync(join(import.meta.dirname, `answers-${set}.jsonl`), 'utf8');
  return new Map(
    text.split('\n').flatMap((line) => {
      if (line === '') return [];
      const { name, ...answer } = JSON.parse(line) as Answer & { name: string };
      return [[name, answer] as const];
    }),
  );
}

/** One recorded answer. @throws if there is none of this name */
export function answerOf(set: AnswerSet, name: string): Answer {
  const found = answersOf(set).get(name);
  if (!found) throw new Error(`No answer "${name}" was recorded with ${set} settings`);
  return found;
}
