import { type Background, Stopped } from '../system/background.ts';
import { type EvaluatingDomain, evaluateCases, failureOf } from './evaluate.ts';
import { endEvaluation } from './evaluation.service.ts';
import type { EvaluationRow } from './evaluation.tables.ts';

/** Evaluations that wait or run. */
export function evaluationWork(domain: EvaluatingDomain): Background<EvaluationRow> {
  const { stores } = domain;
  return {
    table: stores.evaluation.evaluations,
    isOpen: { status: { in: ['queued', 'running'] } },
    begun: { status: 'running' },
    async work(row, signal) {
      const { id, worker_id } = row;
      const isDone = await evaluateCases(domain, row, signal);
      signal.throwIfAborted();
      if (!isDone) throw new Stopped();
      await endEvaluation(stores, { id, worker_id }, 'succeeded');
    },
    fail: (own, error, report) => endEvaluation(stores, own, 'failed', failureOf(error, report)),
  };
}
