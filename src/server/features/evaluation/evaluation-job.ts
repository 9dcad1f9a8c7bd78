import type { EvaluatingDomain } from '#domain/evaluation/evaluate.ts';
import { evaluationWork } from '#domain/evaluation/work.ts';
import { backgroundQueue, jobKind } from '../../platform/jobs/jobs.ts';
import { EVALUATIONS } from './evaluation.repository.ts';

/**
 * Works on evaluations, one per organisation at a time. There may be many, because what they share has limits of its
 * own: cases and runs.
 */
export function evaluationJob(domain: EvaluatingDomain) {
  const queue = { table: EVALUATIONS, slots: { total: 64, each: 1 } };
  return jobKind({ name: 'evaluations', queue: backgroundQueue(evaluationWork(domain), queue) });
}
