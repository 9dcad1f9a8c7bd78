import { diffSchemas } from '#contract/diff.ts';
import type { Differ } from '#domain/task/task.port.ts';

/** The contract's differ, the one thing that the mocks take from there; loaded when revisions are compared. */
export const differ: Differ = diffSchemas;
