import { bm25Scores } from '../collection/bm25.ts';
import { termsOf } from '../collection/words.ts';
import { SCREENS } from './screens.ts';

const WANTS_TASK =
  /\b(create|make|build|write|need|want)\b.*\b(task|prompt)\b.*\b(that|which|to|for)\b/i;

/** The line with which simulated models offer an action: the task that is asked for, or the closest screen. */
export function sampleAction(question: string): string | undefined {
  const asked = question.replace(/\s+/g, ' ').trim();
  if (WANTS_TASK.test(asked)) return `>>> create_task: ${asked}`;
  const texts = SCREENS.map(({ title, about }) => termsOf(`${title} ${title} ${about}`));
  const scores = bm25Scores(texts, termsOf(asked));
  const best = scores.indexOf(Math.max(...scores));
  const screen = SCREENS[best];
  return screen && (scores[best] ?? 0) > 0 ? `>>> open: ${screen.id}` : undefined;
}
