import { VALIDATION } from '#core/messages.ts';
import type { FieldError } from '#generated/model/index.ts';

/** Checks the options of a choice. */
export function checkOptions(options: readonly string[] = [], at: string): FieldError[] {
  if (options.length === 0) return [{ pointer: at, message: VALIDATION.optionsNeeded }];
  return options.flatMap((option, index): FieldError[] => {
    const pointer = `${at}/${index}`;
    if (option.trim() === '') return [{ pointer, message: VALIDATION.optionEmpty }];
    if (options.indexOf(option) < index) return [{ pointer, message: VALIDATION.optionTwice }];
    return [];
  });
}
