import { expect } from '@playwright/test';
import { openConsole, test } from '../../support/stories.ts';

test('an organisation adds a model endpoint, prices a model, replaces the key and deletes it @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Models' }).click();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Story');
  await dialog.getByLabel('Base URL').fill('http://10.0.0.1/v1');
  await dialog.getByRole('textbox', { name: 'API key' }).fill('sk-of-the-story-x7Qa');
  await dialog.getByRole('button', { name: 'Test and add' }).click();
  await expect(dialog.getByText('Must be an address on the public internet')).toBeVisible();

  // Nothing answers there. What was typed stays, and can be saved anyway.
  await dialog.getByLabel('Base URL').fill('https://models-down.invalid/v1');
  await dialog.getByRole('button', { name: 'Test and add' }).click();
  await expect(dialog.getByText(/unreachable/)).toBeVisible();
  await dialog.getByLabel('Save it although the test failed').check();
  await dialog.getByRole('button', { name: 'Test and add' }).click();
  const card = page.getByRole('region', { name: 'Story' });
  await expect(card).toContainText('Key ••••x7Qa');
  await expect(card).toContainText('Unavailable');

  await card.getByRole('button', { name: 'Models of Story' }).click();
  await dialog.getByRole('button', { name: 'Add model' }).first().click();
  const model = page.getByRole('dialog', { name: 'Add model' });
  await model.getByLabel('Name').fill('house-model');
  await model.getByLabel('Input price').fill('0.5');
  await model.getByLabel('Output price').fill('1.5');
  await model.getByRole('button', { name: 'Add model' }).click();
  await expect(page.getByRole('table', { name: 'Models of Story' })).toContainText('$0.50 / $1.50');
  // Until it has closed, Escape is still its own.
  await expect(model).toBeHidden();
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Replace key of Story' }).click();
  await dialog.getByRole('textbox', { name: 'New API key' }).fill('sk-of-the-story-9fKd');
  await dialog.getByRole('button', { name: 'Test and replace' }).click();
  await dialog.getByLabel('Save it although the test failed').check();
  await dialog.getByRole('button', { name: 'Test and replace' }).click();
  await expect(card).toContainText('Key ••••9fKd');

  // The key was entered for one address, and isn't sent to another.
  await card.getByRole('button', { name: 'Edit Story' }).click();
  await dialog.getByLabel('Base URL').fill('https://elsewhere-down.invalid/v1');
  const asked = 'Enter the key again: it was entered for models-down.invalid.';
  await expect(dialog.getByText(asked)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Base URL')).toHaveValue('https://elsewhere-down.invalid/v1');
  await dialog.getByRole('textbox', { name: 'API key' }).fill('sk-for-elsewhere-2bNm');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Save it although the test failed').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Key ••••2bNm');

  await card.getByRole('button', { name: 'Delete Story' }).click();
  await expect(dialog).toContainText('No task uses its models.');
  await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(card).toBeHidden();
});
