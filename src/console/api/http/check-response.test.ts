import { expect, it } from 'vitest';
import { getWebhookMock } from '#generated/model/index.faker.ts';
import { checkResponse } from './check-response.ts';

const path = '/org/org_1/project/project_1/webhook';
const pagination = { has_next: false, next_cursor: null };

it('accepts a response that matches its schema, and one of a path that the contract lacks', async () => {
  const body = { results: [getWebhookMock()], pagination };
  await checkResponse('GET', `${path}?page_limit=20`, 200, body);
  await checkResponse('GET', '/somewhere/else', 200, 'anything');
});

it('names the operation, the place and what is wrong there', async () => {
  const body = { results: [{ ...getWebhookMock(), name: 7 }], pagination };
  await expect(checkResponse('GET', path, 200, body)).rejects.toThrow(
    "listWebhooks: the 200 response doesn't match the contract. /results/0/name: Invalid input: expected string, received number",
  );
});
