import type { StandardSchemaV1 } from '@t3-oss/env-core';

/**
 * Schemas for settings that implement Standard Schema, as createEnv requires. Not zod: these few are in the console's
 * first chunk, where zod would add 14 kB.
 */
function schema<T>(
  read: (value: unknown) => { value: T } | { problem: string },
): StandardSchemaV1<unknown, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'taskloom',
      validate(value) {
        const found = read(value);
        return 'value' in found ? found : { issues: [{ message: found.problem }] };
      },
    },
  };
}

/** A required string that has to pass a check. */
export function required(isValid: (text: string) => boolean, problem: string) {
  return schema<string>((value) => {
    if (typeof value !== 'string' || value === '') return { problem: 'Required' };
    return isValid(value) ? { value } : { problem };
  });
}

/** The location of a service: an http(s) URL, or a path on the console's own origin. */
export function address() {
  return required(
    (text) => /^(https?:\/\/|\/(?!\/))\S*$/.test(text) && URL.canParse(text, 'http://localhost'),
    'Must be a URL (http: or https:), or a path that begins with /',
  );
}

/** An optional string. */
export function optional() {
  return schema<string | undefined>((value) => {
    if (value === undefined) return { value };
    return typeof value === 'string' && value !== '' ? { value } : { problem: 'Must be a string' };
  });
}

/** One of a few words; the first is the default. */
export function oneOf<const T extends string>(first: T, ...others: T[]) {
  const words = [first, ...others];
  return schema<T>((value) => {
    if (value === undefined) return { value: first };
    const word = words.find((each) => each === value);
    return word === undefined
      ? { problem: `Must be one of: ${words.join(', ')}` }
      : { value: word };
  });
}
