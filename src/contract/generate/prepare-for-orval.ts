type Json = Record<string, unknown>;

/**
 * Makes the bundled contract one that orval generates well from. Takes and gives an OpenAPI document;
 * the input is not changed.
 *
 * - Responses behind a `$ref` are put where they are referred to: orval gives those no zod schema and
 *   no typed error.
 * - Examples of whole objects and enums are left out: with them every mock factory would give one
 *   constant. Examples of single properties stay, so that mocks read like real data.
 */
export function prepareForOrval<T extends object>(document: T): T {
  const copy = structuredClone(document) as Json;
  const components = (copy.components ?? {}) as Record<string, Record<string, Json>>;
  inlineResponses((copy.paths ?? {}) as Record<string, Json>, components.responses ?? {});
  for (const schema of Object.values(components.schemas ?? {})) {
    if (schema.type === 'object' || schema.oneOf || schema.enum) delete schema.examples;
  }
  return copy as T;
}

function inlineResponses(paths: Record<string, Json>, shared: Record<string, Json>): void {
  for (const path of Object.values(paths)) {
    for (const operation of Object.values(path)) {
      const responses = (operation as Json | null)?.responses as Record<string, Json> | undefined;
      for (const [status, response] of Object.entries(responses ?? {})) {
        const name =
          String(response.$ref ?? '')
            .split('/')
            .at(-1) ?? '';
        const target = shared[name];
        if (target && responses) responses[status] = target;
      }
    }
  }
}
