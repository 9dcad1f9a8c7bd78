import { expect } from '@playwright/test';
import { newTask, openConsole, test } from '../support/stories.ts';

test('a webhook can be created, tested and attached to a task @server', async ({ page }, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Story');
  await dialog.getByLabel('Endpoint URL').fill('http://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Must be an address on the public internet')).toBeVisible();
  await dialog.getByLabel('Endpoint URL').fill('https://hooks.invalid/taskloom');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByRole('region', { name: 'secret' })).toContainText('whsec_');
  await dialog.getByRole('button', { name: "I've copied it" }).click();

  await page.getByRole('link', { name: 'Story' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(dialog.getByRole('region', { name: 'event' })).toContainText('webhook.test');
  await expect(dialog.getByRole('region', { name: 'request' })).toContainText('webhook-signature');
  // `.invalid` never resolves.
  await expect(dialog).toContainText('Host hooks.invalid not found');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('webhook.test');

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await newTask(page, 'Order desk');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Webhook' }).click();
  await dialog.getByRole('combobox', { name: 'Send events to' }).click();
  await page.getByRole('option', { name: 'Story' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Webhook attached')).toBeVisible();
});
