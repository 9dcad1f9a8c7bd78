import { readOutput } from '#core/task/output/output.ts';
import type { FieldError, Run, TaskDefinition } from '#generated/model/index.ts';

/**
 * Why a run's output does not fit its format; nothing when it fits, or when the format is not known.
 * @param definition of the version that ran
 */
export function outputErrors(
  { output_valid, output_text }: Pick<Run, 'output_valid' | 'output_text'>,
  definition: TaskDefinition | undefined,
): readonly FieldError[] {
  if (output_valid !== false || !definition) return [];
  return readOutput(definition.output_format, output_text).errors;
}
