import type { RunService } from '../run/run.service.ts';
import { whenEnded } from '../run/run-view.ts';
import type { EvaluationPort } from './evaluation.port.ts';

/** Runs of cases are ordinary runs whose caller is the person who started the evaluation. */
export function createEvaluationRuns(runs: RunService): EvaluationPort['run'] {
  return async ({ place, by, revision, inputs, idempotencyKey }) => {
    const view = await runs.start({
      place,
      principal: {
        type: 'user',
        userId: by.id,
        identityId: '',
        sessionId: '',
        name: by.name,
        email: '',
      },
      access: { orgRole: null, projectRole: 'member' },
      body: { inputs, revision },
      source: 'evaluation',
      idempotencyKey,
      isStreamed: false,
    });
    return whenEnded(view);
  };
}
