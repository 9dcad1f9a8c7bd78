import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import type { ApiKeyPrincipal, Principal } from '../../principal.ts';
import { invalidRequest, ProblemError } from '../../problem.ts';
import type { Runnable } from '../../task/runnable.ts';
import { rejectedBy, rejectionOf } from './rejection.ts';

const key: ApiKeyPrincipal = {
  type: 'api_key',
  keyId: 'key_1',
  resources: null,
  createdBy: 'user_1',
  projectId: 'project_1',
  orgId: 'org_1',
  name: 'Backend',
};
const taskId = 'task_01jd0000000000000000000001';
const request = {
  params: { orgId: 'org_1', projectId: 'project_1', taskId },
  body: { inputs: { review: 'secret text' }, revision: 'staging' },
  principal: key as Principal,
  access: {},
};
const runnable: Runnable = {
  taskId,
  taskName: 'Task',
  revision: 2,
  definition: {
    ...emptyDefinition('sandbox/sandbox'),
    variables: [{ name: 'review', type: 'text', required: true }],
  },
};
const problem = (code: ConstructorParameters<typeof ProblemError>[0]) => new ProblemError(code);

describe('a rejected call', () => {
  it('keeps who called what, the revision, and the names of wrong inputs, but nothing that was sent', () => {
    const error = invalidRequest([
      { pointer: '/inputs/review', message: 'Must not be secret text' },
      { pointer: '/inputs/mara@acme.test', message: 'Unknown input' },
      { pointer: '/inputs/other', message: 'Unknown input' },
    ]);
    rejectedBy(error, runnable);
    const rejection = rejectionOf('runTask', request, error);
    expect(rejection).toEqual({
      project_id: 'project_1',
      task_id: taskId,
      target: 'staging',
      revision: 2,
      source: 'api',
      caller_type: 'api_key',
      caller_id: 'key_1',
      caller_name: 'Backend',
      code: 'invalid_request',
      status: 400,
      pointers: ['/inputs/*', '/inputs/review'],
    });
    expect(JSON.stringify(rejection)).not.toMatch(/secret|mara|other/);
  });

  it('names no field that is not in the contract', () => {
    const pointers = ['', '/prompt', '/query/x', '/header/prefer', '/header/Prefer', '/revision/0'];
    const error = invalidRequest(pointers.map((pointer) => ({ pointer, message: 'Wrong' })));
    expect(rejectionOf('streamTask', request, error)?.pointers).toEqual([
      '',
      '/*',
      '/header/*',
      '/header/Prefer',
      '/query/*',
      '/revision',
    ]);
  });

  it('ignores a task and a revision that cannot exist', () => {
    const params = { ...request.params, taskId: 'mara-smith' };
    const body = { revision: 'Mara Smith' };
    const rejection = rejectionOf('runTask', { ...request, params, body }, problem('not_found'));
    expect(rejection).toMatchObject({ task_id: null, target: null });
  });

  it.each([
    ['402', problem('insufficient_balance'), true],
    ['403', problem('forbidden'), true],
    ['404', problem('not_found'), true],
    ['409', problem('no_active_revision'), true],
    ['413', problem('payload_too_large'), true],
    ['429', problem('rate_limited'), true],
    ['503', problem('unavailable'), false],
    ['the end of a run', new ProblemError('model_rate_limited', '', { run_id: 'run_1' }), false],
  ])('with %s counts or not', (_, error, counts) => {
    expect(rejectionOf('runTask', request, error) !== undefined).toBe(counts);
  });

  it('counts only if the caller is known and may see the project, and for tasks themselves', () => {
    const error = problem('not_found');
    expect(rejectionOf('runTask', { ...request, principal: undefined }, error)).toBeUndefined();
    expect(rejectionOf('runTask', { ...request, access: undefined }, error)).toBeUndefined();
    expect(rejectionOf('runTaskMock', request, error)).toBeUndefined();
    expect(rejectionOf('runAssist', request, error)).toBeUndefined();
  });
});
