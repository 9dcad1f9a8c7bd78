import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError } from '#generated/model/index.ts';

/** Checks the options of a choice. */
export function checkOptions(options: readonly string[] = [], at: string): FieldError[] {
  if (options.length === 0) return [{ pointer: at, message: TASK_VALIDATION.optionsNeeded }];
  return options.flatMap((option, index): FieldError[] => {
    const pointer = `${at}/${index}`;
    if (option.trim() === '') return [{ pointer, message: TASK_VALIDATION.optionEmpty }];
    if (options.indexOf(option) < index) return [{ pointer, message: TASK_VALIDATION.optionTwice }];
    return [];
  });
}
