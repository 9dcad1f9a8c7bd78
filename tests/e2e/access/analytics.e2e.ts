import { type BrowserContext, expect } from '@playwright/test';
import { test } from '../../support/stories.ts';

const settings = {
  api_base_url: '/api/v1',
  free_tier_project_id: 'project_00000000000000000000000000',
  identity_url: '/identity',
  auth_method: 'jwt',
  stripe_publishable_key: 'pk_test_unset',
  mixpanel_token: 'story',
};

/** Opens the console with settings, by default with a token, and returns every request to another host. */
async function openConsole(context: BrowserContext, wishes: Record<string, unknown>, more = {}) {
  const foreign: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') foreign.push(request.url());
  });
  await context.route(/mixpanel\.com/, (route) =>
    route.fulfill({ body: '1', headers: { 'access-control-allow-origin': '*' } }),
  );
  // Where the server would put the settings.
  const block = `<script type="application/json" id="client-settings">${JSON.stringify({ ...settings, ...more })}</script>`;
  const isPage = ({ pathname }: URL) => pathname === '/';
  await context.route(isPage, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</head>', `${block}</head>`);
    await route.fulfill({ response, body });
  });
  await context.addInitScript((asked) => {
    for (const [name, value] of Object.entries(asked))
      Object.defineProperty(Navigator.prototype, name, { get: () => value });
  }, wishes);
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-panel=false&mock-reset');
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return { page, foreign, loaded };
}

test('analytics reaches Mixpanel with a token, and is cleared at sign-out @mock', async ({
  context,
}) => {
  const { page, foreign } = await openConsole(context, {});
  await expect.poll(() => foreign.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect([...new Set(foreign.map((url) => new URL(url).host))]).toEqual(['api-js.mixpanel.com']);
  const stored = () => page.evaluate(() => localStorage.getItem('mp_story_mixpanel'));
  const before = JSON.parse((await stored()) ?? '{}');
  expect(before).toMatchObject({ name: expect.any(String), environment: 'development' });
  await page.getByRole('button', { name: /account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  const after = JSON.parse((await stored()) ?? '{}');
  expect(after.email).toBeUndefined();
  expect(after.distinct_id).not.toBe(before.distinct_id);
});

for (const [name, wishes, more] of [
  ['against Do Not Track', { doNotTrack: '1' }, {}],
  ['against Global Privacy Control', { globalPrivacyControl: true }, {}],
  ['without a token', {}, { mixpanel_token: undefined }],
] as const)
  test(`nothing is loaded and no request leaves ${name} @mock`, async ({ context }) => {
    const { page, foreign, loaded } = await openConsole(context, wishes, more);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(foreign).toEqual([]);
    expect(loaded.filter((url) => /mixpanel/.test(url))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('mp_story_mixpanel'))).toBeNull();
  });
