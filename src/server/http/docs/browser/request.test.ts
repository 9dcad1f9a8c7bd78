import { describe, expect, it } from 'vitest';
import { document } from '#domain/request/contract.ts';
import { exampleOf } from '../examples.ts';
import { type Contract, findOperation, listPathOf } from './contract.ts';
import { type Filled, keyOf, prepare, toCurl } from './request.ts';

const contract = document as unknown as Contract;

const filled = (values: Record<string, string>, more: Partial<Filled> = {}): Filled => ({
  values: new Map(Object.entries(values)),
  body: '',
  files: new Map(),
  apiKey: '',
  ...more,
});
const place = { 'path orgId': 'org_1', 'path projectId': 'project_1' };

describe('building a request', () => {
  it('puts parameters where the contract says and omits empty ones', () => {
    const operation = findOperation(contract, 'listTasks');
    const values = { ...place, 'query q': 'a b', 'query page_limit': '5', 'query cursor': ' ' };
    expect(prepare(operation, filled(values))).toEqual({
      method: 'GET',
      url: '/api/v1/org/org_1/project/project_1/task?page_limit=5&q=a+b',
      headers: {},
      body: undefined,
    });
  });

  it('contains the body as typed, and the API key', () => {
    const operation = findOperation(contract, 'createTask');
    const body = '{ "name": "A" }';
    expect(prepare(operation, filled(place, { body, apiKey: 'tlk_1' }))).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer tlk_1' },
      body,
    });
  });

  it.each([
    ['a missing required parameter', {}, '', 'orgId is required.'],
    ['an invalid JSON body', place, '{', "The body isn't valid JSON"],
  ])('rejects %s', (_, values, body, message) => {
    const operation = findOperation(contract, 'createTask');
    expect(() => prepare(operation, filled(values, { body }))).toThrow(message);
  });

  it('can be copied as a curl command, without the key itself', () => {
    const operation = findOperation(contract, 'createTask');
    const body = `{"name": "Ada's"}`;
    const request = prepare(operation, filled(place, { body, apiKey: 'tlk_secret' }));
    const command = toCurl(request, 'https://loom.example');
    expect(command).toBe(
      [
        "curl --request POST 'https://loom.example/api/v1/org/org_1/project/project_1/task'",
        "--header 'Content-Type: application/json'",
        '--header "Authorization: Bearer $TASKLOOM_API_KEY"',
        `--data-raw '{"name": "Ada'\\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  it('sends a form with its file', () => {
    const operation = findOperation(contract, 'replaceUserAvatar');
    const files = new Map([['file', new File(['x'], 'a.png')]]);
    const { body, headers } = prepare(operation, filled({}, { files }));
    expect(body).toBeInstanceOf(FormData);
    expect(headers).toEqual({});
  });
});

describe('of the contract', () => {
  it('every operation with a JSON body has an example to start from', () => {
    for (const item of Object.values(contract.paths)) {
      for (const raw of Object.values(item)) {
        if (Array.isArray(raw) || !raw.operationId) continue;
        const { body } = findOperation(contract, raw.operationId);
        if (body?.type !== 'application/json') continue;
        expect([raw.operationId, typeof exampleOf(body.schema, contract.components)]).toEqual([
          raw.operationId,
          'object',
        ]);
      }
    }
  });

  it("finds the list operation for a path parameter's resources", () => {
    const path = '/org/{orgId}/project/{projectId}/task/{taskId}/run';
    expect(listPathOf(contract, path, 'orgId')).toBe('/org');
    expect(listPathOf(contract, path, 'taskId')).toBe('/org/{orgId}/project/{projectId}/task');
    const step = `/org/{orgId}/project/{projectId}/nothing/{id}`;
    expect(listPathOf(contract, step, 'id')).toBeUndefined();
  });

  it('parameter keys distinguish locations', () => {
    expect(keyOf({ in: 'path', name: 'id' })).not.toBe(keyOf({ in: 'query', name: 'id' }));
  });
});
