import { type EvaluatingDomain, evaluateCases, failureOf } from '#domain/evaluation/evaluate.ts';
import { endEvaluation } from '#domain/evaluation/evaluation.service.ts';
import type { ClaimedJob } from '../../platform/jobs/job-table.repository.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { EVALUATIONS } from './evaluation.repository.ts';

/**
 * Works on evaluations, one per organisation at a time. There may be many, because what they share has limits of its
 * own: cases and runs.
 */
export function evaluationJob(domain: EvaluatingDomain) {
  const { stores } = domain;
  return jobKind<ClaimedJob & { id: string }>({
    name: 'evaluations',
    queue: {
      table: EVALUATIONS,
      slots: { total: 64, each: 1 },
      async work({ id, worker_id }, signal) {
        const own = { id, worker_id };
        const row = await stores.evaluation.evaluations.find(own);
        const isDone = row && (await evaluateCases(domain, row, signal));
        signal.throwIfAborted();
        if (!isDone) throw new LeaseLost();
        await endEvaluation(stores, own, 'succeeded');
      },
      onFail: ({ id, worker_id }, error, report) =>
        endEvaluation(stores, { id, worker_id }, 'failed', failureOf(error, report)),
    },
  });
}
