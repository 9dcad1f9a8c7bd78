import { readOutput } from '#core/task/output/output.ts';
import type { FieldError, Run, TaskDefinition } from '#generated/model/index.ts';

/**
 * Why a run's output doesn't match its format; empty when it does or the format is unknown.
 * @param definition of the version that ran
 */
export function outputErrors(
  { output_valid, output_text }: Pick<Run, 'output_valid' | 'output_text'>,
  definition: TaskDefinition | undefined,
): readonly FieldError[] {
  if (output_valid !== false || !definition) return [];
  return readOutput(definition.output_format, output_text).errors;
}
