import { readCases as read } from '#core/evaluation/import.ts';
import type { EvaluationPort } from '#domain/evaluation/evaluation.port.ts';
import { runInThread } from '../../platform/threads/run-in-thread.ts';

/** The size of an import in characters that is read without a thread, in less than 10 ms. */
const SMALL = 20_000;

/** Reads large imports in a thread. */
export const readCases: EvaluationPort['readCases'] = async (owner, given) =>
  given.content.length <= SMALL ? read(given) : runInThread('readCases', given, { owner });
