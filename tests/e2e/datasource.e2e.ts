import { expect, type Page } from '@playwright/test';
import { page as html, startWebsite } from '../support/sources/website-server.ts';
import { openConsole, test } from '../support/stories.ts';

const prices = (dollars: number) =>
  `${html('Prices')}<p>The team plan costs $${dollars} a month.</p>`;

async function newCollection(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await page.getByRole('button', { name: 'Create collection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await expect(page.getByText('No data sources yet')).toBeVisible();
}

test('a website is previewed and synced, and a page that changes is read again @server', async ({
  page,
}, info) => {
  const site = await startWebsite({
    '/': html('Welcome', ['/guides', '/guides/start', '/prices', '/blog/spring']),
    '/guides': html('Guides', ['/guides/start']),
    '/guides/start': html('Getting started'),
    '/blog/spring': html('Spring release'),
    '/prices': prices(49),
  });
  await openConsole(page, info);
  await newCollection(page, 'Shop');
  await page.getByRole('button', { name: 'Add data source' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Website/ }).click();
  await dialog.getByLabel('Address').fill('http://169.254.169.254/');
  await dialog.getByRole('button', { name: 'Preview pages' }).click();
  await expect(dialog.getByText('It is not possible to crawl this URL.')).toBeVisible();
  await dialog.getByLabel('Address').fill(site.url);
  await dialog.getByRole('button', { name: 'Preview pages' }).click();
  const pages = dialog.getByRole('list', { name: 'Pages' });
  const guides = pages.getByRole('checkbox', { name: /^guides/ });
  await expect(guides).toBeChecked();
  await guides.focus();
  await page.keyboard.press('Space');
  await expect(guides).not.toBeChecked();
  await expect(dialog.getByLabel('Leave out')).toHaveValue('/guides/**');
  await page.keyboard.press('Space');
  await expect(guides).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(pages.getByRole('checkbox', { name: /^spring/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Add data source' }).click();

  const name = new URL(site.url).host;
  const card = page.getByRole('article', { name });
  await expect(card.getByRole('link', { name: /[1-9] added/ })).toBeVisible({ timeout: 30_000 });
  await expect(card).toContainText('Active');
  site.pages.set('/prices', prices(50));
  await card.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText(`${name} synced: 1 changed`)).toBeVisible({ timeout: 30_000 });
  await card.getByRole('link', { name: '1 changed' }).click();
  const log = page.getByRole('table', { name: 'Log entries' });
  await expect(log.getByRole('row', { name: /Prices.+Changed/ })).toBeVisible();
  await expect(page.getByRole('list').getByText('By hand · 1 changed')).toBeVisible();
  await log.getByRole('link', { name: 'Prices' }).click();
  await expect(page.getByText('The team plan costs $50 a month').first()).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(page.getByText("it isn't synced on schedule")).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('radio', { name: 'Keep its documents' }).check();
  await dialog.getByRole('button', { name: 'Delete data source' }).click();
  await expect(page.getByText('No data sources yet')).toBeVisible();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page.getByRole('row', { name: /Prices/ })).toBeVisible();
  await site.close();
});

test('a connection is tested, and what is missing on the server is said @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Drive');
  const add = page.getByRole('main').getByRole('button', { name: 'Add data source' });
  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^S3/ }).click();
  await dialog.getByRole('button', { name: 'Add data source' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Bucket' })).toBeFocused();
  await expect(dialog.getByText('Required')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await add.click();
  await dialog.getByRole('button', { name: /^RSS/ }).click();
  await dialog.getByLabel('Address of the feed').fill('http://10.0.0.1/feed.xml');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText(/public internet/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await add.click();
  await dialog.getByRole('button', { name: /^Google Drive/ }).click();
  await dialog.getByRole('button', { name: 'Add data source' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const card = page.getByRole('article', { name: 'Google Drive' });
  await expect(card).toContainText('Not connected');
  await card.getByRole('link', { name: 'Google Drive' }).click();
  await page.getByRole('radio', { name: 'Files' }).click();
  await expect(page.getByRole('alert')).toContainText('Authentication failed');

  await page.goto('/datasources/callback?error=access_denied&state=other');
  await expect(page.getByRole('alert')).toContainText('Access was not allowed');
});
