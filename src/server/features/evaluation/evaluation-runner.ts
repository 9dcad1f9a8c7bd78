import { Shares } from '#core/shares.ts';
import { type EvaluatingDomain, evaluateCases, failureOf } from '#domain/evaluation/evaluate.ts';
import { endEvaluation } from '#domain/evaluation/evaluation.service.ts';
import type { EvaluationRow } from '#domain/evaluation/evaluation.store.ts';
import type { Db } from '../../db/client.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createWorker, type Queue } from '../../platform/jobs/worker.ts';
import {
  claimEvaluations,
  freeEvaluations,
  holdEvaluation,
  releaseEvaluation,
} from './evaluation.repository.ts';

/**
 * At most one per organisation, so that a long one does not delay the others. There may be many, because what they share
 * has limits of its own: cases and runs.
 */
const EVALUATIONS_AT_ONCE = 64;
const POLL_MS = 5000;
const LEASE_MS = 30_000;

interface EvaluationRunnerDeps {
  db: Db;
  presence: Presence;
  domain: EvaluatingDomain;
  report: (error: unknown) => void;
}

export type EvaluationRunner = ReturnType<typeof createEvaluationRunner>;

/**
 * Works on evaluations, one per organisation at a time. When a process dies or loses the database, another one takes
 * over.
 */
export function createEvaluationRunner({ db, presence, domain, report }: EvaluationRunnerDeps) {
  const { stores } = domain;
  const workerId = presence.id;
  const own = ({ id }: EvaluationRow) => ({ id, worker_id: workerId });

  const queue: Queue<EvaluationRow> = {
    claim: ({ limit, owners }) =>
      claimEvaluations(db, workerId, LEASE_MS, { limit, busyOrgs: [...owners.keys()] }),
    ownerOf: ({ org_id }) => org_id,
    lease: {
      milliseconds: LEASE_MS,
      renew: ({ id }) => holdEvaluation(db, id, workerId, LEASE_MS),
    },
    async work(row, signal) {
      const isDone = await evaluateCases(domain, row, signal);
      signal.throwIfAborted();
      if (!isDone) throw new LeaseLost();
      await endEvaluation(stores, own(row), 'succeeded');
    },
    async fail(row, error) {
      await endEvaluation(stores, own(row), 'failed', failureOf(error, report));
    },
    release: ({ id }) => releaseEvaluation(db, id, workerId),
    free: freeEvaluations,
  };

  const slots = new Shares({ total: EVALUATIONS_AT_ONCE, each: 1 });
  const worker = createWorker(queue, { slots, pollMs: POLL_MS, presence, report });
  worker.kick();

  return {
    /** Looks for work immediately. */
    kick: worker.kick,
    /** Starts no more cases, waits for those in progress, and leaves the rest to other processes. */
    close: worker.close,
  };
}
