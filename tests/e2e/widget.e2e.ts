import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { heldQuestion, release } from '../support/control.ts';
import { serveMockWidget } from '../support/mock-widget.ts';
import { type OtherSite, startOtherSite } from '../support/other-site.ts';
import { chooseModel, openConsole, test } from '../support/stories.ts';

let site: OtherSite;
test.beforeEach(async ({ baseURL }) => {
  site = await startOtherSite([String(baseURL)]);
});
test.afterEach(() => site.close());

/** Creates a widget in the console, which stays open on its page. */
async function createWidget(page: Page, { model }: { model?: string } = {}): Promise<void> {
  await page.getByRole('link', { name: 'Chats', exact: true }).click();
  await page.getByRole('link', { name: 'Widgets' }).click();
  await page.getByRole('button', { name: 'Create widget' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create widget' });
  await dialog.getByLabel('Name').fill('Help');
  await dialog.getByRole('radio', { name: 'Model' }).check({ force: true });
  if (model) await chooseModel(dialog, 'Model', model);
  await dialog.getByRole('button', { name: 'Create widget' }).click();
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
}

async function allowOrigin(page: Page, origin: string): Promise<void> {
  await page.getByRole('button', { name: 'Add origin' }).click();
  // A pasted address of a page becomes its origin.
  await page.getByRole('textbox', { name: 'Origin 1' }).fill(`${origin}/help?page=1`);
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Hello! How can I help?');
  await expect(page.getByRole('textbox', { name: 'Origin 1' })).toHaveValue(origin);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
}

const snippetOf = (page: Page) => page.getByRole('region', { name: 'script tag' }).innerText();
const launcher = (page: Page) => page.getByRole('button', { name: 'Questions?' });
const answers = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).locator('.assistant');

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

test('a widget is made beside its preview, which answers like the widget @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await createWidget(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Ask about travel');
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { name: 'Ask about travel' })).toBeVisible();
  await page.getByRole('radio', { name: 'Left' }).check({ force: true });
  await expect(preview.locator('.root.left .panel')).toBeVisible();
  await page.getByRole('textbox', { name: 'Suggested questions' }).fill('Where do you ship?');
  await preview.getByRole('button', { name: 'Where do you ship?' }).click();
  await expect(preview.getByRole('button', { name: 'Good answer' })).toBeVisible();

  await page.getByRole('button', { name: 'Add origin' }).click();
  const origin = page.getByRole('textbox', { name: 'Origin 1' });
  await origin.fill('*.example.com');
  await expect(page.getByText('Wildcards are not supported.')).toBeVisible();
  await origin.fill('www.example.com/pricing');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(origin).toHaveValue('https://www.example.com');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  const before = await snippetOf(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Replace key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
  await expect(page.getByText('Key replaced.')).toBeVisible();
  expect(await snippetOf(page)).not.toBe(before);
});

test('a visitor of another website asks, and the conversation continues on its pages @server', async ({
  page,
  context,
}, info) => {
  await openConsole(page, info);
  await createWidget(page);
  await allowOrigin(page, site.origin);
  site.snippet = await snippetOf(page);

  const visitor = await context.newPage();
  await visitor.goto(site.origin);
  await launcher(visitor).click();
  await expect(visitor.getByText('Hello! How can I help?')).toBeVisible();
  await ask(visitor, 'What is your name?');
  await expect(visitor.getByRole('button', { name: 'Good answer' })).toBeVisible();
  const bubble = answers(visitor).locator('.bubble').first();
  const answer = String(await bubble.textContent());
  await visitor.getByRole('button', { name: 'Good answer' }).click();
  await expect(visitor.getByRole('button', { name: 'Good answer' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (const scheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme: scheme });
    const { violations } = await new AxeBuilder({ page: visitor })
      .include('[data-taskloom]')
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }

  await visitor.reload();
  await expect(bubble).toHaveText(answer);
  await visitor.getByRole('link', { name: 'a link' }).click();
  await expect(visitor.getByRole('heading', { name: 'Second page' })).toBeVisible();
  await expect(bubble).toHaveText(answer);

  // The project sees the conversation.
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('link', { name: 'What is your name?' }).click();
  await expect(
    page.getByRole('article', { name: 'Answer' }).getByText(answer, { exact: true }),
  ).toBeVisible();

  await visitor.getByRole('button', { name: 'New conversation' }).click();
  await expect(answers(visitor)).toHaveCount(0);
});

test('the mocks on a port answer visitors of another website too @mock', async ({
  page,
  baseURL,
}) => {
  const mocks = await serveMockWidget();
  const own = await startOtherSite([String(baseURL), mocks.origin]);
  await mocks.allow(own.origin);
  own.snippet = `<script src="${baseURL}/widget.js" data-key="${mocks.key}" data-api="${mocks.origin}/api/v1" async></script>`;
  await page.goto(own.origin);
  await launcher(page).click();
  await ask(page, 'How long does a refund take?');
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible();
  const bubble = answers(page).locator('.bubble').first();
  const answer = String(await bubble.textContent());
  await page.reload();
  await expect(bubble).toHaveText(answer);
  await mocks.close();
  own.close();
});

test('an answer can be stopped, and a reload finds it where it is @server', async ({
  page,
  context,
}, info) => {
  await openConsole(page, info);
  await createWidget(page, { model: 'fake-held' });
  await allowOrigin(page, site.origin);
  site.snippet = await snippetOf(page);
  const visitor = await context.newPage();
  await visitor.goto(site.origin);
  await launcher(visitor).click();
  const question = heldQuestion();
  await ask(visitor, question);
  await expect(answers(visitor)).toContainText('one two');
  await visitor.reload();
  await expect(answers(visitor)).toContainText('one two');
  await visitor.getByRole('button', { name: 'Stop' }).click();
  await expect(visitor.getByText('Stopped.')).toBeVisible();
  await release(question);
  await expect(answers(visitor)).not.toContainText('ten');
});

test('the keyboard is enough, and pages control the widget @server', async ({
  page,
  context,
}, info) => {
  await openConsole(page, info);
  await createWidget(page);
  await allowOrigin(page, site.origin);
  site.snippet = await snippetOf(page);
  const visitor = await context.newPage();
  await visitor.setViewportSize({ width: 390, height: 800 });
  await visitor.goto(site.origin);
  await expect(launcher(visitor)).toBeVisible();
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('Tab');
  await expect(launcher(visitor)).toBeFocused();
  await visitor.keyboard.press('Enter');
  const input = visitor.getByRole('textbox', { name: 'Message' });
  await expect(input).toBeFocused();
  await visitor.keyboard.type('Hello');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('button', { name: 'Good answer' })).toBeVisible();
  // The panel covers the page, so the focus stays in it.
  for (let i = 0; i < 12; i += 1) {
    await visitor.keyboard.press('Tab');
    expect(
      await visitor.evaluate(() => document.activeElement?.hasAttribute('data-taskloom')),
    ).toBe(true);
  }
  await visitor.keyboard.press('Escape');
  await expect(input).toBeHidden();
  await expect(launcher(visitor)).toBeFocused();

  const opened = await visitor.evaluate(async () => {
    const { taskloom } = window as unknown as {
      taskloom: { on(name: string, f: () => void): void; open(): void };
    };
    return new Promise((resolve) => {
      taskloom.on('open', () => resolve(true));
      taskloom.open();
    });
  });
  expect(opened).toBe(true);
  await expect(input).toBeVisible();
});

test('a widget that is turned off answers nobody @server', async ({ page, context }, info) => {
  await openConsole(page, info);
  await createWidget(page);
  await allowOrigin(page, site.origin);
  site.snippet = await snippetOf(page);
  const visitor = await context.newPage();
  await visitor.goto(site.origin);
  await launcher(visitor).click();
  await page.getByRole('switch', { name: 'Widget is on' }).click({ force: true });
  await expect(page.getByText('Help turned off')).toBeVisible();
  await ask(visitor, 'Is anybody there?');
  await expect(visitor.getByText('Not sent.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'First page' })).toBeVisible();
  await expect(launcher(visitor)).toBeHidden();

  // A page of an origin that isn't allowed doesn't show it either.
  await page.getByRole('switch', { name: 'Widget is on' }).click({ force: true });
  await expect(page.getByText('Help turned on')).toBeVisible();
  const foreign = await startOtherSite([new URL(page.url()).origin]);
  foreign.snippet = site.snippet;
  const warning = visitor.waitForEvent('console', (one) => one.text().includes('allowed origins'));
  await visitor.goto(foreign.origin);
  await warning;
  await expect(launcher(visitor)).toBeHidden();
  foreign.close();
});
