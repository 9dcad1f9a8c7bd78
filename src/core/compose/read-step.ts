import type { ArticleStepName, ProblemCode } from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';
import { MESSAGES } from '../messages.ts';
import type { OutputCheck } from '../task/output/output.ts';
import { hasJson, type Reading, readOutline, readSeo, readTitles } from './read.ts';
import { readSections, type SectionTarget } from './sections.ts';

const JSON_READERS: Partial<Record<ArticleStepName, (text: string) => Reading<unknown>>> = {
  titles: readTitles,
  outline: readOutline,
  seo: readSeo,
};

/**
 * Checks whether a run can use a step's output. Sections can be used if at least one of them was found. A section that
 * was cut off at the end is dropped; those before it count.
 * @param targets the sections that the output should contain
 */
export function checkStepOutput(
  step: ArticleStepName,
  targets: readonly SectionTarget[],
  text: string,
  isCutOff = false,
): OutputCheck {
  const read = JSON_READERS[step];
  if (read) {
    const reading = read(text);
    if (reading.errors) return { output: null, valid: false, errors: reading.errors };
    return { output: isObject(reading.json) ? reading.json : text, valid: true, errors: [] };
  }
  const { written } = readSections(text, targets, { isCutOff });
  if (written.length === 0)
    return {
      output: null,
      valid: false,
      errors: [{ pointer: '', message: MESSAGES.compose.badResponse }],
    };
  const output = written.map(({ markdown }) => markdown).join('\n\n');
  return { output, valid: true, errors: [], acceptsCut: true };
}

/** The specified problem for output that can't be used. */
export function problemOfOutput(step: ArticleStepName, text: string): ProblemCode {
  const isJson = JSON_READERS[step] !== undefined;
  return isJson && !hasJson(text) ? 'compose_json_invalid' : 'compose_response_invalid';
}
