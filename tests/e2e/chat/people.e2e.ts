import { type Browser, expect, type Page, type TestInfo } from '@playwright/test';
import { addMember } from '../../support/control.ts';
import { chooseModel, openConsole, signUpQuickly, test } from '../../support/stories.ts';

const GRACE = 'Grace Hopper';

/** Opens a page of one's own for somebody else, who isn't in Ada's project yet. */
async function openForGrace(ada: Page, browser: Browser, info: TestInfo): Promise<Page> {
  const projectId = /projects\/([^/]+)/.exec(ada.url())?.[1] ?? '';
  const context = await browser.newContext();
  const grace = await context.newPage();
  const { email } = await signUpQuickly(grace, info, GRACE);
  await addMember({ email, project_id: projectId, role: 'member' });
  return grace;
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });

async function share(page: Page, audience: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog');
  const select = dialog.getByRole('combobox', { name: 'Who can open this chat' });
  await select.selectOption(audience);
  await expect(select).toHaveValue(audience);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

test('two people in one chat', { tag: '@server' }, async ({ page: ada, browser }, info) => {
  await openConsole(ada, info);
  const grace = await openForGrace(ada, browser, info);

  await ada.getByRole('link', { name: 'Chats', exact: true }).click();
  await ada.getByRole('button', { name: 'New chat' }).click();
  await ada.getByRole('radio', { name: 'Model' }).click();
  await chooseModel(ada, 'Model', 'fake-long');
  await ada.getByRole('button', { name: 'Start chat' }).click();
  await expect(field(ada)).toBeVisible();
  await share(ada, 'project');
  await grace.goto(ada.url());
  await expect(field(grace)).toBeVisible();

  await test.step('each sees who else is here, and who is typing', async () => {
    const here = (page: Page) => page.getByRole('list', { name: 'Also here' });
    await expect(here(ada)).toContainText(GRACE);
    await expect(here(grace)).toContainText('Ada Lovelace');
    await field(grace).fill('What can you');
    await expect(ada.getByText(`${GRACE} is typing`, { exact: true })).toBeVisible();
  });

  await test.step('both see the question, and the answer while it is written', async () => {
    await field(grace).fill('What can you do? Tell me everything');
    await field(grace).press('Enter');
    const question = ada.getByRole('article', { name: `Message from ${GRACE}` });
    await expect(question).toContainText('Tell me everything');
    const history = ada.getByRole('navigation', { name: 'Chats' });
    await expect(history.getByRole('link', { name: /^What can you do/ })).toBeVisible();
    await expect(ada.getByText(`${GRACE} is typing`, { exact: true })).toBeHidden();
    for (const page of [ada, grace]) {
      await expect(answers(page)).toHaveAttribute('aria-busy', 'true');
      await expect(answers(page)).toContainText(/\w+ \w+/);
    }
  });

  await test.step('one stops it while the other watches', async () => {
    await ada.getByRole('button', { name: 'Stop', exact: true }).click();
    for (const page of [ada, grace]) await expect(answers(page)).toContainText('Stopped.');
    // What came before the answer is shown when it has been stored.
    await expect(async () => {
      expect(await answers(ada).innerText()).toBe(await answers(grace).innerText());
    }).toPass();
  });

  await test.step('one edits the question, and the other keeps what they read', async () => {
    await field(grace).press('ArrowUp');
    const edit = grace.getByRole('form', { name: 'Edit message' });
    await edit.getByRole('textbox').fill('Never mind');
    await edit.getByRole('textbox').press('Enter');
    await expect(field(grace)).toBeFocused();
    await expect(grace.getByRole('article', { name: 'Your message' })).toContainText('2 / 2');
    const read = ada.getByRole('article', { name: `Message from ${GRACE}` });
    await expect(read).toContainText('1 / 2');
    await expect(answers(ada)).toContainText('Stopped.');
    await read.getByRole('button', { name: 'Next version' }).click();
    await expect(read).toContainText('Never mind');
    await expect(answers(ada)).toContainText(/\w+ \w+/);
  });

  await test.step("a person whose access ends is told so, and can't come back", async () => {
    await share(ada, 'private');
    const denied = grace.getByText("You don't have permission to view this chat.");
    await expect(denied).toBeVisible();
    await expect(field(grace)).toBeHidden();
    await expect(grace.getByText('What can you do?')).toBeHidden();
    await grace.reload();
    await expect(denied).toBeVisible();
    await expect(ada.getByRole('list', { name: 'Also here' })).toBeHidden();
    await expect(field(ada)).toBeVisible();
  });
});
