import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Principal } from '#domain/principal.ts';
import { createRateLimit } from './rate-limit.ts';

const keyOf = (createdBy: string, keyId: string): Principal => ({
  type: 'api_key',
  keyId,
  resources: null,
  createdBy,
  projectId: 'project_1',
  orgId: 'org_1',
  name: keyId,
});

it('limits each API key, and a person with all of theirs', async () => {
  const limit = createRateLimit(2, 120);
  const reply = { header: () => reply } as unknown as FastifyReply;
  const count = (principal: Principal) =>
    limit.count({ principal, ip: '::1' } as FastifyRequest, reply).then(
      () => 'served',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
  for (const key of ['a', 'b', 'c']) {
    expect(await count(keyOf('user_1', key))).toBe('served');
    expect(await count(keyOf('user_1', key))).toBe('served');
    expect(await count(keyOf('user_1', key))).toMatch(/^rate_limited: Too many requests. Try/);
  }
  expect(await count(keyOf('user_1', 'd'))).toMatch(/by one person and their API keys/);
  expect(await count(keyOf('user_2', 'e'))).toBe('served');
});
