import { describe, expect, it } from 'vitest';
import { MOCK_DIFFERENCES, type MockDifferenceId } from '#server/http/docs/mock-differences.ts';
import { call, createTask, definition, projectPath, type Target, uniqueName } from '../target.ts';

/** Detects whether the target is the mocks or the server. The type requires a check for every documented difference. */
const SHOWN: Record<MockDifferenceId, (target: Target) => Promise<'mocks' | 'server'>> = {
  async models(target) {
    const { path } = await createTask(target, {
      definition: { ...definition, output_format: { type: 'text', fields: [] } },
    });
    const body = { inputs: { review: 'Fine.' } };
    const run = (await call(target, 'editor', 'POST', `${path}/run`, { body })).body;
    return run.output.includes('comes from the mocks') ? 'mocks' : 'server';
  },
  async webhooks(target) {
    const body = {
      name: uniqueName('Nowhere'),
      url: 'https://nowhere.invalid',
      events: ['run.failed'],
    };
    const webhooks = `${projectPath(target)}/webhook`;
    const { webhook } = (await call(target, 'editor', 'POST', webhooks, { body })).body;
    const tested = await call(target, 'editor', 'POST', `${webhooks}/${webhook.id}/test`);
    return tested.body.delivery.status === 'succeeded' ? 'mocks' : 'server';
  },
};

/** Verifies that the mocks differ from the server as described in `/docs/mocks`. */
export function suite(target: () => Target): void {
  describe('differences between mocks and server', () => {
    it.each(Object.keys(MOCK_DIFFERENCES) as MockDifferenceId[])('%s', async (id) => {
      expect(await SHOWN[id](target())).toBe(target().name);
    });
  });
}
