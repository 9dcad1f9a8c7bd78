import { diffSchemas } from '#contract/diff.ts';
import type { Differ } from '#domain/revision/contract-changes.ts';

/** The contract's differ, the only thing the mocks import from there; loaded when revisions are compared. */
export const differ: Differ = diffSchemas;
