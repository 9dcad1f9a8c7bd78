import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { StripeDocument } from '../support/stripe/document.ts';

/** A document in the style of Stripe's, which isn't part of the project. */
const DOCUMENT = {
  info: { version: 'test' },
  components: {
    schemas: {
      customer: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          balance: { type: 'integer' },
          name: { type: 'string', nullable: true },
        },
        required: ['id', 'balance'],
      },
      event: { type: 'object', required: ['id'] },
    },
  },
  paths: {
    '/v1/customers/{customer}': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  balance: { type: 'integer' },
                  tax: { type: 'object', properties: { ip_address: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/customer' } } },
          },
        },
      },
    },
  },
};
const folder = mkdtempSync(join(tmpdir(), 'taskloom-stripe-'));
const file = join(folder, 'spec3.json');
writeFileSync(file, JSON.stringify(DOCUMENT));
const document = new StripeDocument(file);
afterAll(() => rmSync(folder, { recursive: true }));
const post = (params: Parameters<StripeDocument['request']>[2]) =>
  document.request('POST', '/v1/customers/cus_1', params);

it.each([
  [{ balance: '12', tax: { ip_address: '::1' } }, []],
  [{ balance: 'much' }, ['/balance must be integer']],
  [{ colour: 'red' }, ['/ must NOT have additional properties {"additionalProperty":"colour"}']],
  [
    { tax: { place: 'x' } },
    ['/tax must NOT have additional properties {"additionalProperty":"place"}'],
  ],
])('the request %j has the problems %j', (params, problems) => {
  expect(post(params)).toEqual(
    problems.map((problem) => `POST /v1/customers/… request: ${problem}`),
  );
});

it('paths and methods that the document lacks are problems', () => {
  expect(document.request('DELETE', '/v1/customers/cus_1', {})).toHaveLength(1);
  expect(document.response('POST', '/v1/nothing', 200, {})).toHaveLength(1);
});

it('responses and the objects of events need what the document requires', () => {
  const respond = (body: object) => document.response('POST', '/v1/customers/cus_1', 200, body);
  expect(respond({ id: 'cus_1', balance: 0, name: null })).toEqual([]);
  expect(respond({ id: 'cus_1', balance: '0' })).toEqual([
    'POST /v1/customers/… 200: /balance must be integer',
  ]);
  const object = { object: 'customer', id: 'cus_1' };
  expect(document.event({ type: 'customer.created', data: { object } })).toEqual([
    "event customer.created: / must have required property 'id'",
    "event customer.created: customer: / must have required property 'balance'",
  ]);
});
