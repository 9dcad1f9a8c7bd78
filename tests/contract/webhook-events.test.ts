import { expect, it } from 'vitest';
import contract from '#generated/openapi.json' with { type: 'json' };

it('declares a webhook for each event that is sent, with the schema of its type', () => {
  const { mapping } = contract.components.schemas.WebhookEvent.discriminator;
  const declared = Object.entries(contract.webhooks).map(([type, { post }]) => [
    type,
    post.requestBody.content['application/json'].schema.$ref,
  ]);
  expect(Object.fromEntries(declared)).toEqual(mapping);
});
