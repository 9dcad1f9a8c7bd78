/** The id of the nth seeded item of a kind: always the same, and lower than all ids created later. */
export function seedId<P extends string>(prefix: P, n: number): `${P}_${string}` {
  return `${prefix}_01jd${String(n).padStart(22, '0')}`;
}

/** The seeded ids that links and tests may rely on. */
export const ORG_ID = seedId('org', 1);
export const PROJECT_ID = seedId('project', 1);
export const SHARED_ORG_ID = seedId('org', 2);
export const SHARED_PROJECT_ID = seedId('project', 4);
/** The collection “Support handbook”. */
export const HANDBOOK_ID = seedId('collection', 1);
export const ONBOARDING_ORG_ID = seedId('org', 3);
