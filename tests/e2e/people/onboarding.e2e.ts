import { expect } from '@playwright/test';
import { chooseModel, fillRegistration, mailedCode, test } from '../../support/stories.ts';

/** Somebody who found a template on another website. The elapsed time is printed; the goal is less than two minutes. */
test('a new person comes for a template, signs up, verifies, is onboarded and runs that template @server', async ({
  page,
}) => {
  const began = Date.now();
  await page.goto('/templates?template=rewrite&utm_source=newsletter');
  await page.getByRole('link', { name: 'Create an account' }).click();
  const { email } = await fillRegistration(page);
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible();
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(await mailedCode(page, email));
  await expect(page.getByText("You're all set")).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();

  const steps = page.getByRole('list', { name: 'Steps' });
  const current = steps.locator('[aria-current=step]');
  await test.step('the steps survive a reload, and Back returns', async () => {
    await expect(page.getByText('$5.00 of usage is on us')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.getByText('Engineer', { exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(current).toHaveText(/First tasks/);
    await page.getByRole('button', { name: /^Rewrite/ }).press('Enter');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Rewrite/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Engineer' })).toBeChecked();
    await page.goForward();
    await page.getByRole('button', { name: 'Continue' }).click();
  });
  await test.step('the first run is paid from the free credit', async () => {
    await expect(current).toHaveText(/First run/);
    await expect(page.getByText(/Free credit \$5\.00/)).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Run', exact: true }).click();
    const run = page.getByRole('region', { name: 'Run' });
    await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Finish' }).click();
  });
  await test.step('it ends at the template, which runs', async () => {
    await expect(page).toHaveURL(/\/templates\?template=rewrite$/);
    await page.getByRole('button', { name: 'Use template' }).click();
    await chooseModel(page, 'Model', 'Sandbox');
    await page.getByRole('button', { name: /^Run/ }).first().click();
    const run = page.getByRole('region', { name: 'Run' });
    await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 30_000 });
  });
  console.info(`Sign-up to successful run: ${((Date.now() - began) / 1000).toFixed(1)} s`);

  // Both were opened once: nothing leads back to them.
  await page.goto('/');
  await expect(page).toHaveURL(/\/projects\/[^/]+\/tasks$/);
  expect(await page.evaluate(() => localStorage.getItem('signup'))).toContain('"template":null');
});
