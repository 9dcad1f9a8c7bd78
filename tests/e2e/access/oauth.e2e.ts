import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { newTask, onMocks, openConsole, test } from '../../support/stories.ts';

const APP_PAGE = '<h1>Back in the app</h1>';
/** The mocks' app, whose request waits for an answer. It isn't there: the story answers for it. */
const MOCK_APP = 'https://reports.example.com';
const MOCK_REQUEST = 'request_01jd0000000000000000000001';

test('an app is registered, allowed on a consent page, used, and disconnected', async ({
  page,
  baseURL,
}, info) => {
  await page.route(`${MOCK_APP}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: APP_PAGE }),
  );
  const app = await startApp();
  await openConsole(page, info);
  // Without a task, the console starts with the welcome screen.
  await newTask(page, 'Order desk');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'OAuth clients' }).click();
  await page.getByRole('button', { name: 'Create OAuth client' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('App name').fill('Story app');
  await dialog.getByLabel('Publisher').fill('Acme GmbH');
  const create = dialog.getByRole('button', { name: 'Create OAuth client' });
  await create.click();
  await expect(dialog.getByText('An OAuth client needs at least one redirect URI')).toBeVisible();
  await dialog.getByLabel('Redirect URIs').fill('https://*.example.com/callback');
  await create.click();
  await expect(dialog.getByText("Can't contain wildcards: list each URI")).toBeVisible();
  await dialog.getByLabel('Redirect URIs').fill(`${app}/callback`);
  await create.click();
  const secret = await dialog.getByRole('region', { name: 'client secret' }).innerText();
  const clientId = await dialog.getByRole('region', { name: 'client ID' }).innerText();
  expect(secret).toContain('tls_');
  await dialog.getByRole('button', { name: "I've copied it" }).click();
  await expect(page.getByRole('table', { name: 'OAuth clients' })).toContainText('Story app');

  const client_id = /client_\w+/.exec(clientId)?.[0] ?? '';
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id,
    redirect_uri: `${app}/callback`,
    response_type: 'code',
    scope: 'task:run',
    state: 'story',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const name = onMocks(info) ? 'Weekly reports' : 'Story app';
  await page.goto(
    onMocks(info) ? `/oauth/consent?request=${MOCK_REQUEST}` : `/oauth/authorize?${query}`,
  );
  await expect(page.getByRole('heading', { name: `${name} wants to use` })).toBeVisible();
  await expect(page.getByText("run tasks at the organisation's expense")).toBeVisible();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible();
  const back = new URL(page.url()).searchParams;

  let token = '';
  if (onMocks(info)) expect(back.get('error')).toBe('temporarily_unavailable');
  else {
    expect([back.get('state'), back.get('iss')]).toEqual(['story', baseURL]);
    const basic = btoa(`${client_id}:${/tls_[\w-]+/.exec(secret)?.[0]}`);
    const answer = await page.request.post('/oauth/token', {
      headers: { authorization: `Basic ${basic}` },
      form: {
        grant_type: 'authorization_code',
        code: back.get('code') ?? '',
        redirect_uri: `${app}/callback`,
        code_verifier: verifier,
      },
    });
    token = (await answer.json()).access_token;
    expect(token).toMatch(/^tla_/);
  }

  await page.goto('/settings/connected-apps');
  await page.getByRole('button', { name: `Disconnect ${name}` }).click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText(`${name} disconnected`)).toBeVisible();
  if (onMocks(info)) return;
  const headers = { authorization: `Bearer ${token}` };
  const refused = await page.request.get('/api/v1/org/o/project/p/run/r', { headers });
  expect(refused.status()).toBe(401);
});

/** Starts somebody else's app, to which the server redirects. Returns its origin. */
async function startApp(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(APP_PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // Nothing waits for it to close.
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
