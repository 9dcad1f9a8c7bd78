import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { newTask, openConsole, test } from '../support/stories.ts';

const publicPaths = [
  '/auth/login',
  '/auth/registration',
  '/auth/recovery',
  '/auth/verification',
  '/shared/chat/unknown',
  '/nowhere',
];
const projectPaths = [
  '/tasks',
  '/runs',
  '/widgets',
  '/chats',
  '/chats/chat_01jd0000000000000000000001',
  '/chats/chat_01jd0000000000000000000001?source=message_01jd0000000000000000000002.1',
  '/chats/chat_01jd0000000000000000000002',
  '/compose',
  '/compose/article_01jd0000000000000000000001?step=brief',
  '/compose/article_01jd0000000000000000000001?step=titles',
  '/compose/article_01jd0000000000000000000001?step=outline',
  '/compose/article_01jd0000000000000000000001?step=sections',
  '/compose/article_01jd0000000000000000000001?step=article',
  '/compose/article_01jd0000000000000000000001?step=article&part=images',
  '/compose/article_01jd0000000000000000000001?step=article&part=search',
  '/settings/general',
  '/settings/people',
  '/settings/api-keys',
  '/settings/oauth-clients',
  '/settings/webhooks',
];
const otherPaths = [
  '/settings/profile',
  '/settings/security',
  '/orgs/new',
  '/settings/connected-apps',
  '/settings/notifications',
  '/settings/your-data',
  '/notifications',
  '/unsubscribe?token=x',
  '/settings/organisations',
  '/orgs/org_01jd0000000000000000000001/settings/general',
  '/orgs/org_01jd0000000000000000000001/settings/billing',
  '/orgs/org_01jd0000000000000000000001/settings/billing?tab=credits',
  '/orgs/org_01jd0000000000000000000001/settings/billing?tab=usage',
  '/orgs/org_01jd0000000000000000000001/settings/billing?tab=ledger',
  '/orgs/org_01jd0000000000000000000001/settings/billing?tab=limits',
  '/orgs/org_01jd0000000000000000000001/settings/transfer',
  '/orgs/org_01jd0000000000000000000001/settings/people',
  '/orgs/org_01jd0000000000000000000001/settings/people?view=roles',
  '/orgs/org_01jd0000000000000000000001/settings/models',
  '/orgs/org_01jd0000000000000000000001/settings/audit-log',
  '/orgs/org_01jd0000000000000000000001/settings/deleted-projects',
  '/onboarding',
  '/templates',
  '/templates?template=classify',
  '/datasources/callback?error=access_denied',
];

// Up to twenty screens in one story, each checked by axe.
test.describe.configure({ timeout: 240_000 });
test.use({ colorScheme: 'light' });

/** Runs all axe rules in the light theme, but only colour contrast in the dark one, because nothing else differs. */
async function expectNoViolations(page: Page): Promise<void> {
  const light = await violationsOf(page, axeOf(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeAttached();
  const dark = await violationsOf(page, axeOf(page).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html[data-mantine-color-scheme=light]')).toBeAttached();
  expect({ light, dark }, page.url()).toEqual({ light: [], dark: [] });
}

/** In legacy mode, axe needs no second page for each run. It skips frames, which these pages don't have. */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function violationsOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  await settle(page);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ html }) => html).join(' | ');
    return `${id}: ${places.slice(0, 400)}`;
  });
}

/** Waits for transitions to finish, but not for endless animations such as loaders. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ends.map(({ finished }) => finished));
  });
}

/** @param isPublic whether somebody who isn't signed in may see them all */
async function expectNoViolationsOn(page: Page, paths: readonly string[], isPublic = false) {
  for (const [at, path] of paths.entries()) {
    // A page with a query may be the one that is open, with the same title.
    if (at === 0 || path.includes('?')) await page.goto(path);
    else await openWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (isPublic) expect(path).toContain(new URL(page.url()).pathname);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoViolations(page);
  }
}

/** Opens a page within the app, which is quicker than loading all of it again. */
async function openWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.title = '';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).toHaveTitle(/./);
}

// Server and mocks have the same screens, but the mocks have more data to show.
test('axe finds no violations on public pages @mock', async ({ page }) => {
  await expectNoViolationsOn(
    page,
    publicPaths.map((path) => `${path}?mock-persona=signed-out`),
    true,
  );
});

test('axe finds no violations in the editor and the lists @mock', async ({ page }, info) => {
  await openConsole(page, info);
  await expectNoViolations(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await newTask(page, 'Accessible');
  await expectNoViolations(page);
  for (const tab of ['Revisions', 'API', 'Evaluate']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNoViolations(page);
  }
  const project = /^\/projects\/[^/]+/.exec(new URL(page.url()).pathname)?.[0] ?? '';
  await expectNoViolationsOn(
    page,
    projectPaths.map((path) => project + path),
  );
});

test('axe finds no violations on the other console pages @mock', async ({ page }, info) => {
  await openConsole(page, info);
  await expectNoViolationsOn(page, otherPaths);
});
