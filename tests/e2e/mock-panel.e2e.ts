import { expect } from '@playwright/test';
import { createServer } from 'vite';
import { test } from '../support/stories.ts';

test('the mock panel injects faults, and a link reproduces them @mock', async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-token-ms=1&mock-reset');
  await expect(page.getByRole('link', { name: 'Review sentiment' })).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Mocks' });
  await panel.getByRole('button', { name: 'Mocks' }).click();
  await panel.getByLabel('Errors').selectOption('403');
  await panel.getByLabel('…to').selectOption('listTasks');
  await expect(panel.getByRole('button', { name: '2 faults' })).toBeVisible();
  await page.reload();
  await expect(page.getByText("You don't have access")).toBeVisible();

  // A link without faults clears them and selects the signed-in person.
  await page.goto('/?mock-persona=member&mock-scenario=empty&mock-error=');
  await expect(page.getByText('Welcome, Mira')).toBeVisible();
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-latency=1500&mock-seed=7');
  await expect(page.getByRole('link', { name: 'Review sentiment' })).toBeVisible();
  await expect(panel.getByRole('button', { name: '1 fault' })).toBeVisible();
  await panel.getByRole('button', { name: /Mocks/ }).click();
  await expect(panel.getByLabel('Seed')).toHaveValue('7');
  await page.keyboard.press('Escape');
  await expect(panel.getByLabel('Seed')).toBeHidden();
});

test('the mocks show the offline modal, and a copied link brings their state to another browser @mock', async ({
  page,
  context,
  browser,
}) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-reset');
  await expect(page.getByRole('link', { name: 'Review sentiment' })).toBeVisible();
  const modal = page.getByRole('dialog', { name: 'Unstable Connection' });
  await context.setOffline(true);
  await expect(modal).toBeVisible();
  // The browser closes it, whatever the page says.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await context.setOffline(false);
  await expect(modal).toBeHidden();

  const panel = page.getByRole('complementary', { name: 'Mocks' });
  const faults = panel.getByRole('button', { name: /Mocks/ });
  await faults.click();
  await panel.getByLabel('Balance').selectOption('low');
  await expect(page.getByText('$0.40')).toBeVisible();
  await faults.click();
  await panel.getByLabel('Latency').selectOption('200');
  await panel.getByLabel('Streams').selectOption('slow');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await panel.getByLabel('Offline').check();
  await expect(modal).toBeVisible();
  // The modal covers the panel, so a reload ends it; the other faults stay until a reset.
  await page.reload();
  await expect(faults).toHaveText('Mocks· 2 faults');
  await expect(modal).toBeHidden();
  await faults.click();
  await panel.getByRole('button', { name: 'Reset data' }).click();
  await expect(faults).toHaveText('Mocks');
  await expect(page.getByText('$4.99')).toBeVisible();

  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByText('$0.40')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Mocks/ })).toHaveText('Mocks· 2 faults');
  expect(new URL(other.url()).search).toBe('');
  await other.close();
});

test('on the development server, a person signs in and downloads a client @mock', async ({
  page,
}) => {
  const server = await createServer({
    configFile: 'vite.config.ts',
    mode: 'mock',
    logLevel: 'error',
    server: { port: 0 },
  });
  await server.listen();
  try {
    const [origin] = server.resolvedUrls?.local ?? [];
    await page.goto(`${origin}?mock-persona=signed-out&mock-reset`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Review sentiment' }).click();
    await page.getByRole('tab', { name: 'API' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download client' }).click();
    expect((await download).suggestedFilename()).toMatch(/^review-sentiment.*\.ts$/);
  } finally {
    await server.close();
  }
});
