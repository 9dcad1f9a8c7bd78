import type { ErrorObject } from 'ajv';

type Errors = readonly ErrorObject[];

/**
 * Errors of unions without a discriminator, as those of the variant that was probably meant: Ajv lists the errors of all
 * variants, so that a field of the right one is also “unknown”.
 * @param errors of a verbose validator
 * @param check validates data against a schema by its reference
 */
export function ofNearestVariants(
  errors: Errors,
  check: (reference: string, data: unknown) => Errors,
): Errors {
  // A union's error follows those of its variants, and an outer union's those of inner ones.
  let kept: ErrorObject[] = [];
  for (const error of errors) {
    const variants = variantsOf(error);
    if (variants.length < 2) {
      kept.push(error);
      continue;
    }
    const { instancePath: at, data } = error;
    const outside = kept.filter(
      ({ instancePath }) => instancePath !== at && !instancePath.startsWith(`${at}/`),
    );
    const [nearest = []] = variants
      .map((reference) => check(reference, data))
      .sort((a, b) => misfits(a) - misfits(b) || a.length - b.length);
    const within = nearest.map((one) => ({ ...one, instancePath: at + one.instancePath }));
    kept = [...outside, ...within];
  }
  return kept;
}

/** References to the variants of a union whose error it is. */
function variantsOf({ keyword, schema }: ErrorObject): string[] {
  if (keyword !== 'oneOf' && keyword !== 'anyOf') return [];
  return (schema as { $ref?: string }[]).flatMap(({ $ref }) => $ref ?? []);
}

/** How many fields are missing or unknown in the object itself. */
function misfits(errors: Errors): number {
  const keywords = ['required', 'additionalProperties', 'type'];
  return errors.filter((one) => one.instancePath === '' && keywords.includes(one.keyword)).length;
}
