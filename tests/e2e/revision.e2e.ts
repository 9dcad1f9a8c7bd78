import { expect } from '@playwright/test';
import { newTask, savedDraft, signUpQuickly, test, writePrompt } from '../support/stories.ts';

/** A breaking revision: the impact is shown, and activation requires typing the task's name. */
test("a breaking revision can't be activated by mistake @server", async ({ page }, info) => {
  await signUpQuickly(page, info);
  await newTask(page, 'Review sentiment', 'fake-echo');
  await writePrompt(page, 'System prompt', 'You analyse product reviews.');
  await writePrompt(page, 'User prompt', 'Review: {review}');
  await page.getByRole('button', { name: 'Add variable review' }).click();
  await expect(savedDraft(page)).toBeVisible();
  const save = async (label: string) => {
    await page.getByRole('button', { name: 'Save revision' }).click();
    await page.getByLabel(label).fill(label);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await save('Revision 1');
  await expect(page.getByRole('banner').getByText('r1 active')).toBeVisible();

  await writePrompt(page, 'User prompt', ' Tone: {tone}');
  await page.getByRole('button', { name: 'Add variable tone' }).click();
  await expect(savedDraft(page)).toBeVisible();
  await save('Revision 2');

  await page.getByRole('tab', { name: 'Revisions' }).click();
  await page.getByRole('button', { name: 'Actions for revision 2' }).click();
  await page.getByRole('menuitem', { name: 'Set active' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set revision 2 active?' });
  await expect(dialog.getByText('Breaking', { exact: true }).first()).toBeVisible();
  await expect(dialog).toContainText('“tone” is now required');
  const activate = dialog.getByRole('button', { name: 'Set active anyway' });
  await expect(activate).toBeDisabled();
  await dialog.getByRole('textbox').fill('Review sentiment');
  await activate.click();
  await expect(page.getByRole('banner').getByText('r2 active')).toBeVisible();

  await page.getByRole('button', { name: 'Roll back to r1' }).click();
  const back = page.getByRole('dialog', { name: 'Set revision 1 active?' });
  await expect(back).toContainText('“tone” is no longer accepted');
});
