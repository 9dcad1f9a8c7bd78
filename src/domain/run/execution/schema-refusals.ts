import { createTtlCache } from '#core/ttl-cache.ts';

/** A server behind an endpoint may be updated, so what it rejected once is tried again after a while. */
const KEPT_MS = 3_600_000;
const MAX_KEPT = 1000;

/** A model as one organisation uses it: some models support schemas, but not together with tools. */
export interface SchemaUse {
  orgId: string;
  modelId: string;
  hasTools: boolean;
}

/**
 * Models that rejected a schema although they should support it. Each organisation learns from its own runs only:
 * otherwise, what one sends could cost the others their valid outputs.
 */
export function createSchemaRefusals() {
  const refused = createTtlCache<true>(MAX_KEPT, KEPT_MS);
  const keyOf = ({ orgId, modelId, hasTools }: SchemaUse) => `${orgId} ${hasTools} ${modelId}`;
  return {
    has: (use: SchemaUse): boolean => refused.get(keyOf(use)) ?? false,
    add: (use: SchemaUse): void => refused.set(keyOf(use), true),
  };
}
