import { piecesOf, taskMockRun } from '#core/task/contract/task-mock.ts';
import {
  failedTaskMock,
  isRefusedCall,
  taskMockError,
} from '#core/task/contract/task-mock-failure.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import type { MockFailure, Run, RunCreate } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { type Principal, principalId } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import { createContractService } from '../revision/contract.service.ts';
import type { RunnablePlace } from '../task/runnable.ts';
import { problemOf, toProblem } from './run-refusals.ts';
import { endedView, type RunView, ShownRun } from './run-view.ts';

/** A call of a task's mock. */
export interface MockRequest {
  place: RunnablePlace;
  principal: Principal;
  body: RunCreate;
  /** The error to return, if one was requested. */
  fail?: MockFailure | undefined;
}

/** Milliseconds between two parts of a stream. */
const PIECE_MS = 20;

/**
 * Responds to calls as a task would, without a model, cost or stored run. Drafts too, for anyone who may call
 * the task: only the shape of inputs and output is revealed.
 */
export function createTaskMockService(
  domain: Pick<Domain, 'stores' | 'runnables' | 'apiUrl'>,
  { pieceMs = PIECE_MS }: { pieceMs?: number } = {},
) {
  const { contractOf } = createContractService(domain);

  /**
   * The finished run.
   * @throws ProblemError 400 with every input that is wrong, 403, 404, 409; or the requested problem
   */
  async function end(request: MockRequest): Promise<Run> {
    const { place, principal, body, fail } = request;
    const contract = await contractOf(place, body.revision);
    const { variables, strict_inputs } = contract.definition;
    const { values, errors } = checkInputs(variables, body.inputs, { strict: strict_inputs });
    if (errors.length > 0) {
      throw new ProblemError('invalid_request', "The inputs don't match the task's variables.", {
        errors,
      });
    }
    if (fail !== undefined && isRefusedCall(fail)) throw problemOf(taskMockError(fail));
    const caller = { type: principal.type, id: principalId(principal), name: principal.name };
    const run = taskMockRun(contract, values, caller);
    return fail === undefined ? run : failedTaskMock(run, fail);
  }

  return {
    /** @throws ProblemError also for a run that fails, as the task itself does */
    async run(request: MockRequest): Promise<Run> {
      const run = await end(request);
      if (run.error) throw toProblem(run);
      return run;
    },

    /** The run streamed word by word; all at once for a client that has already received part of it. */
    async stream(request: MockRequest, isResumed: boolean): Promise<RunView> {
      const run = await end(request);
      if (isResumed) return endedView(run, [], 0);
      const shown = new ShownRun({
        ...run,
        status: 'running',
        output: null,
        output_valid: null,
        output_text: '',
        ended_at: null,
        error: null,
      });
      void write(shown, run, pieceMs);
      return shown;
    },
  };
}

async function write(shown: ShownRun, run: Run, pieceMs: number): Promise<void> {
  for (const piece of piecesOf(run.output_text)) {
    if (pieceMs > 0) await new Promise((resolve) => setTimeout(resolve, pieceMs));
    shown.write(piece);
  }
  shown.end(run);
}
