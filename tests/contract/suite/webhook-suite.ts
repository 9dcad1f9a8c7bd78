import { describe, expect, it, vi } from 'vitest';
import { type Any, call, createTask, projectPath, type Target, uniqueName } from '../target.ts';

/** A URL in the reserved domain `.invalid`, which never resolves. */
const body = { name: 'CRM', url: 'https://hooks.invalid/taskloom', events: ['run.succeeded'] };

/** Webhooks: creating, updating, attaching, testing. The requests they send are tested on the server. */
export function suite(target: () => Target): void {
  const webhooks = () => `${projectPath(target())}/webhook`;
  const create = async (more: object = {}) => {
    const made = await call(target(), 'editor', 'POST', webhooks(), { body: { ...body, ...more } });
    expect(made.status).toBe(201);
    return made.body as { webhook: Any; secret: string };
  };

  describe('webhooks', () => {
    it('show their secret only once', async () => {
      const { webhook, secret } = await create({ events: ['run.failed', 'run.failed'] });
      expect(secret).toMatch(/^whsec_[\w+/=]{32,}$/);
      expect(webhook).toMatchObject({
        name: 'CRM',
        events: ['run.failed'],
        all_tasks: false,
        status: 'active',
        failures: 0,
        old_secret_until: null,
      });
      const path = `${webhooks()}/${webhook.id}`;
      const listed = await call(target(), 'member', 'GET', `${webhooks()}?page_limit=100`);
      const got = await call(target(), 'member', 'GET', path);
      expect(JSON.stringify([listed.body, got.body])).not.toContain(secret);
      expect(listed.body.results.map(({ id }: Any) => id)).toContain(webhook.id);

      const options = { body: { overlap_hours: 24 } };
      const rotated = await call(target(), 'editor', 'POST', `${path}/rotate`, options);
      expect(rotated.body.secret).not.toBe(secret);
      const left = Date.parse(rotated.body.webhook.old_secret_until) - Date.now();
      expect(Math.round(left / 3_600_000)).toBe(24);
    });

    it('are updated with If-Match', async () => {
      const { webhook } = await create();
      const path = `${webhooks()}/${webhook.id}`;
      const headers = { 'if-match': webhook.etag };
      const change = { body: { status: 'paused', name: ' New ', all_tasks: true }, headers };
      const changed = await call(target(), 'editor', 'PATCH', path, change);
      expect(changed.body).toMatchObject({ status: 'paused', name: 'New', all_tasks: true });
      expect((await call(target(), 'editor', 'PATCH', path, change)).status).toBe(412);
      expect((await call(target(), 'member', 'PATCH', path, change)).status).toBe(403);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', path)).status).toBe(404);
    });

    it.each([
      [{ url: 'ftp://example.com' }, '/url'],
      [{ url: 'example.com' }, '/url'],
      [{ url: 'http://127.0.0.1/hook' }, '/url'],
      [{ url: 'http://169.254.169.254/latest' }, '/url'],
      [{ events: [] }, '/events'],
      [{ events: ['run.started'] }, '/events/0'],
      [{ name: ' ' }, '/name'],
    ])('with %j get a pointer to the error', async (more, pointer) => {
      const options = { body: { ...body, ...more } };
      const response = await call(target(), 'editor', 'POST', webhooks(), options);
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect(response.body.errors[0].pointer).toBe(pointer);
    });

    it('can be attached to tasks of their project', async () => {
      const { path } = await createTask(target());
      const { webhook } = await create();
      expect((await call(target(), 'member', 'GET', `${path}/webhook`)).body).toEqual({
        webhook_id: null,
      });
      const attach = (webhook_id: string | null) =>
        call(target(), 'editor', 'PUT', `${path}/webhook`, { body: { webhook_id } });
      expect((await attach(webhook.id)).body).toEqual({ webhook_id: webhook.id });
      const refused = await attach('webhook_of_somebody_else');
      expect([refused.status, refused.body.errors[0]]).toEqual([
        400,
        { pointer: '/webhook_id', message: 'Unable to attach selected webhook' },
      ]);
      const kept = await call(target(), 'member', 'GET', `${path}/webhook`);
      expect(kept.body).toEqual({ webhook_id: webhook.id });
      await call(target(), 'editor', 'DELETE', `${webhooks()}/${webhook.id}`);
      const gone = await call(target(), 'member', 'GET', `${path}/webhook`);
      expect(gone.body).toEqual({ webhook_id: null });
    });

    it("aren't told what is said in private chats", async () => {
      const { webhook } = await create({ all_tasks: true });
      const project = projectPath(target());
      const config = { type: 'model', model_id: 'sandbox/sandbox' };
      const chat = await call(target(), 'member', 'POST', `${project}/chat`, { body: { config } });
      const path = `${project}/chat/${chat.body.id}/message`;
      const sent = await call(target(), 'member', 'POST', path, { body: { text: 'A secret' } });
      const isAnswered = async () => {
        const { body } = await call(target(), 'member', 'GET', `${path}/${sent.body.answer.id}`);
        expect(body.status).toBe('succeeded');
      };
      await vi.waitFor(isAnswered, { timeout: 20_000, interval: 50 });
      // Events are spread in their order, so this one comes last.
      const task = await createTask(target());
      const inputs = { review: 'Fine.' };
      const run = await call(target(), 'member', 'POST', `${task.path}/run`, { body: { inputs } });
      const deliveries = async () => {
        const url = `${webhooks()}/${webhook.id}/delivery`;
        const { results } = (await call(target(), 'editor', 'GET', url)).body;
        const found = [];
        for (const { id } of results)
          found.push((await call(target(), 'editor', 'GET', `${url}/${id}`)).body);
        return JSON.stringify(found);
      };
      const isDelivered = async () => expect(await deliveries()).toContain(run.body.id);
      await vi.waitFor(isDelivered, { timeout: 20_000, interval: 100 });
      expect(await deliveries()).not.toContain('A secret');
      await call(target(), 'editor', 'DELETE', `${webhooks()}/${webhook.id}`);
    });

    it('log deliveries and can resend them', async () => {
      const { webhook } = await create();
      const path = `${webhooks()}/${webhook.id}`;
      const tested = await call(target(), 'editor', 'POST', `${path}/test`);
      expect(tested.body).toMatchObject({
        event: { type: 'webhook.test', project_id: target().projectId },
        delivery: { type: 'webhook.test', attempts: 1, next_attempt_at: null },
      });
      expect(tested.body.log[0].request_headers).toMatchObject({
        'webhook-id': tested.body.event.id,
        'webhook-signature': expect.stringMatching(/^v1,/),
      });
      const { id } = tested.body.delivery;
      const again = await call(target(), 'editor', 'POST', `${path}/delivery/${id}/resend`);
      expect(again.body).toMatchObject({ event_id: tested.body.event.id });
      expect(again.body.id).not.toBe(id);
      const log = await call(target(), 'member', 'GET', `${path}/delivery?page_limit=1`);
      expect(log.body.results[0].id).toBe(again.body.id);
      expect(log.body.pagination.has_next).toBe(true);
      const one = await call(target(), 'member', 'GET', `${path}/delivery/${id}`);
      expect(one.body).toEqual(tested.body);
      const other = await create({ name: uniqueName('Other') });
      const elsewhere = `${webhooks()}/${other.webhook.id}/delivery/${id}`;
      expect((await call(target(), 'member', 'GET', elsewhere)).status).toBe(404);
    });
  });
}
