import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing.ts';
import {
  eventually,
  isSignedBy,
  type Received,
  type Receiver,
  startReceiver,
} from '../webhook/testing.ts';

let server: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  // One address of this machine counts as public.
  server = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

it('an article is published signed, updated by publishing it again, and not lost with its webhook', async () => {
  const ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const projects = (await ada('GET', `/org/${org}/project`)).body.results;
  const project = `/org/${org}/project/${projects[0].id}`;
  const events = ['article.published'];
  const made = await ada('POST', `${project}/webhook`, { name: 'Site', url: receiver.url, events });
  const { webhook, secret } = made.body;
  const { body: article } = await ada('POST', `${project}/article`, { title: 'Lamps' });
  const at = `${project}/article/${article.id}`;
  const write = (markdown: string) =>
    ada('PATCH', at, {
      outline: [{ id: 'a', heading: 'On', level: 2, notes: '' }],
      sections: [{ id: 'a', markdown }],
      images: [{ id: 'i', url: 'https://example.com/lamp.png', alt: 'A lamp' }],
    });
  const publish = () => ada('POST', `${at}/publish`, { webhook_id: webhook.id });
  const sent = ({ body }: Received) => JSON.parse(body);

  await write('## On\n\n![A lamp](https://example.com/lamp.png) First.');
  expect((await publish()).status).toBe(200);
  await eventually(() => receiver.received.length).toBe(1);
  const [first] = receiver.received as [Received];
  expect(isSignedBy(secret, first)).toBe(true);
  expect(sent(first)).toMatchObject({
    type: 'article.published',
    article_id: article.id,
    title: 'Lamps',
    html: '<h2>On</h2>\n<p><img src="https://example.com/lamp.png" alt="A lamp" loading="lazy"> First.</p>',
    images: [{ url: 'https://example.com/lamp.png', alt: 'A lamp' }],
  });

  // The website is down at first.
  receiver.status(503);
  await write('## On\n\nSecond.');
  const again = await publish();
  await eventually(() => receiver.received.length).toBe(2);
  const { delivery_id } = again.body.publication;
  const delivery = `${project}/webhook/${webhook.id}/delivery/${delivery_id}`;
  const stateOf = async () => (await ada('GET', delivery)).body.delivery;
  await eventually(async () => (await stateOf()).attempts).toBe(1);
  expect(await stateOf()).toMatchObject({ status: 'pending', response_status: 503 });
  receiver.status(200);
  await ada('POST', `${delivery}/resend`, {});
  await eventually(() => receiver.received.length).toBeGreaterThanOrEqual(3);
  const last = receiver.received.at(-1) as Received;
  expect(sent(last)).toMatchObject({ article_id: article.id, markdown: '## On\n\nSecond.' });
  expect(sent(last).id).not.toBe(sent(first).id);

  await ada('DELETE', `${project}/webhook/${webhook.id}`);
  const gone = await publish();
  expect([gone.status, gone.body.errors[0].pointer]).toEqual([400, '/webhook_id']);
  const { body: kept } = await ada('GET', at);
  expect(kept.publication).toMatchObject({ webhook_name: 'Site', delivery_id });
  expect(kept.sections[0].markdown).toBe('## On\n\nSecond.');
});
