import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { newTask, openConsole } from '../support/stories.ts';

const signedOut = [
  '/auth/login',
  '/auth/registration',
  '/auth/recovery',
  '/auth/verification',
  '/nowhere',
];
const signedIn = [
  '/settings/profile',
  '/settings/security',
  '/orgs/new',
  '/onboarding',
  '/templates',
  '/templates?template=classify',
];

async function expectNoViolations(page: Page): Promise<void> {
  // Let what fades in arrive: half-transparent text has no contrast.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((n) => n.html)
        .join(' | ')
        .slice(0, 400)}`,
  );
  expect(found, page.url()).toEqual([]);
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme} theme`, () => {
    // Without motion: half-faded text has no contrast.
    test.use({ colorScheme: scheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing on the pages for everybody', async ({ page }, info) => {
      const persona = info.project.name === 'mock' ? '?mock-persona=signed-out' : '';
      for (const path of signedOut) {
        await page.goto(path + persona);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectNoViolations(page);
      }
    });

    // The same screens stand on server and mocks; the mocks have more to show.
    test('axe finds nothing on the pages of the console @mock', async ({ page }, info) => {
      // Twenty screens, each read by axe.
      test.setTimeout(240_000);
      await openConsole(page, info);
      await expectNoViolations(page);
      await newTask(page, 'Accessible');
      await expectNoViolations(page);
      for (const tab of ['Revisions', 'API', 'Evaluate']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectNoViolations(page);
      }
      const project = /^\/projects\/[^/]+/.exec(new URL(page.url()).pathname)?.[0] ?? '';
      const ofProject = [
        '/tasks',
        '/runs',
        '/settings/general',
        '/settings/api-keys',
        '/settings/webhooks',
      ];
      for (const path of [...ofProject.map((tail) => project + tail), ...signedIn]) {
        await page.goto(path);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectNoViolations(page);
      }
      await page.goto('/');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
