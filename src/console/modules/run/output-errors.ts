import { checkOutput } from '#core/task/output.ts';
import type { FieldError, Run, RunStep, TaskDefinition } from '#generated/model/index.ts';

/**
 * Why a run's output does not fit its format: as the trace recorded it, else as the format says now.
 * @param definition of the version that ran; without it only the trace can tell
 */
export function outputErrors(
  run: Pick<Run, 'output_valid' | 'output_text'>,
  steps: readonly RunStep[],
  definition?: TaskDefinition,
): readonly FieldError[] {
  if (run.output_valid !== false) return [];
  for (const step of steps.toReversed()) {
    if (step.kind !== 'validate') continue;
    const recorded = errorsIn(step.output);
    if (recorded.length > 0) return recorded;
  }
  return definition ? checkOutput(definition.output_format, run.output_text).errors : [];
}

function errorsIn(output: unknown): FieldError[] {
  if (typeof output !== 'object' || output === null || !('errors' in output)) return [];
  return Array.isArray(output.errors) ? output.errors.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pointer' in value &&
    typeof value.pointer === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
