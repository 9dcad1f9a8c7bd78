import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call, createTask, definition, projectPath, type Target, uniqueName } from '../target.ts';

/** Detects whether the target is the mocks or the server, by a difference that docs/mocks.md lists. */
const SHOWN: Record<string, (target: Target) => Promise<'mocks' | 'server'>> = {
  async Models(target) {
    const { path } = await createTask(target, {
      definition: { ...definition, output_format: { type: 'text', fields: [] } },
    });
    const body = { inputs: { review: 'Fine.' } };
    const run = (await call(target, 'editor', 'POST', `${path}/run`, { body })).body;
    return run.output.includes('comes from the mocks') ? 'mocks' : 'server';
  },
  async Webhooks(target) {
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

/** Verifies that the mocks differ from the server as described in `docs/mocks.md`. */
export function suite(target: () => Target): void {
  describe('differences between mocks and server', () => {
    it('each has a check here', () => {
      const guide = readFileSync(join(import.meta.dirname, '../../../docs/mocks.md'), 'utf8');
      const listed = [...guide.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
      expect(listed).toEqual(Object.keys(SHOWN));
    });

    it.each(Object.entries(SHOWN))('%s', async (_name, shown) => {
      expect(await shown(target())).toBe(target().name);
    });
  });
}
