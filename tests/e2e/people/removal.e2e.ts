import { expect, type Page, test } from '@playwright/test';
import { addMember } from '../../support/control.ts';
import { openConsole, signUpQuickly } from '../../support/stories.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function createKey(page: Page, projectId: string, name: string): Promise<void> {
  await page.goto(`/projects/${projectId}/settings/api-keys`);
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await dialog(page).getByRole('button', { name: 'Create API key' }).click();
  await dialog(page).getByRole('button', { name: "I've copied it" }).click();
}

/** Presses Tab until a control has focus. */
async function tabTo(page: Page, role: 'button' | 'checkbox', name: string): Promise<void> {
  const control = dialog(page).getByRole(role, { name });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab doesn't reach ${name}`);
}

test('whoever removes someone sees what ends, keeps a key that is needed, and uses only the keyboard @server', async ({
  page: ada,
  browser,
}, info) => {
  await openConsole(ada, info);
  const projectId = new URL(ada.url()).pathname.split('/')[2] ?? '';
  const grace = await (await browser.newContext()).newPage();
  const { email } = await signUpQuickly(grace, info, 'Grace Hopper');
  await addMember({ email, project_id: projectId, role: 'editor' });
  await createKey(grace, projectId, 'Laptop');
  await createKey(grace, projectId, 'Production');

  await ada.goto(`/projects/${projectId}/settings/people`);
  const menu = row(ada, 'Grace Hopper').getByRole('button', { name: /actions/i });
  await menu.focus();
  await ada.keyboard.press('Enter');
  const remove = ada.getByRole('menuitem', { name: 'Remove from project' });
  await expect(remove).toBeVisible();
  await remove.press('Enter');

  await test.step('both keys end unless one is kept', async () => {
    await expect(dialog(ada)).toContainText('They lose access to');
    const keys = dialog(ada).getByRole('checkbox', { name: 'API keys (2)' });
    await expect(keys).toBeChecked();
    await tabTo(ada, 'button', 'Show API keys');
    await ada.keyboard.press('Enter');
    await expect(dialog(ada).getByRole('list', { name: 'API keys' })).toContainText('Laptop');
    await tabTo(ada, 'checkbox', 'Production');
    await ada.keyboard.press('Space');
    await expect(dialog(ada).getByRole('checkbox', { name: 'Production' })).not.toBeChecked();
    await expect(keys).toHaveJSProperty('indeterminate', true);
    await tabTo(ada, 'button', 'Remove');
    await ada.keyboard.press('Enter');
    await expect(ada.getByText('Grace Hopper removed')).toBeVisible();
    await expect(row(ada, 'Grace Hopper')).toBeHidden();
  });

  await test.step('the other key is gone, and the log says so', async () => {
    await ada.goto(`/projects/${projectId}/settings/api-keys`);
    await expect(ada.getByText('Production')).toBeVisible();
    await expect(ada.getByText('Laptop')).toBeHidden();
  });
});
