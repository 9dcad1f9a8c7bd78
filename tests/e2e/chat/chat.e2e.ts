import { expect, type Page, type TestInfo } from '@playwright/test';
import { heldQuestion, release } from '../../support/control.ts';
import { chooseModel, openConsole, signUpQuickly, test } from '../../support/stories.ts';

const QUESTION = 'Within how many days can customers return bicycles?';

/** Opens the chats of a new person. */
async function openChats(page: Page, info: TestInfo): Promise<void> {
  await signUpQuickly(page, info);
  await page.getByRole('link', { name: 'Chats', exact: true }).click();
}

/** Starts a chat over the sample collection of a new person's project. */
async function chatWithSample(page: Page, info: TestInfo): Promise<void> {
  await openChats(page, info);
  await expect(page.getByText('There are no collections in this project.')).toBeVisible();
  await page.getByRole('button', { name: 'Create sample collection' }).click();
  await expect(page.getByRole('combobox', { name: 'Collections' })).toBeVisible();
  await chooseModel(page, 'Model', 'fake-citing');
  await page.getByRole('button', { name: 'Start chat' }).click();
  const searched = page.getByRole('list', { name: 'Collections that are searched' });
  await expect(searched).toContainText(/\d documents$/, { timeout: 60_000 });
}

async function ask(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill(text);
  await field.press('Enter');
}

const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });

async function expectAnswered(page: Page): Promise<void> {
  await expect(page.getByText('The answer is complete.')).toBeAttached({ timeout: 30_000 });
}

test('an answer cites a document, is given again, and its question is changed @server', async ({
  page,
}, info) => {
  await chatWithSample(page, info);
  await ask(page, QUESTION);
  await expectAnswered(page);
  const answer = answers(page).last();
  await expect(answer).toContainText(/Searched .+ passages/);

  const source = answer.getByRole('button', { name: /^Source 1/ }).first();
  await source.click();
  const panel = page.getByRole('complementary', { name: 'Source 1' });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('blockquote')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(source).toBeFocused();

  await answer.getByRole('button', { name: 'Regenerate' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate' }).click();
  await expect(answers(page).last()).toContainText('2 / 2', { timeout: 30_000 });
  const previous = answers(page).last().getByRole('button', { name: 'Previous answer' });
  await previous.press('Enter');
  await expect(answers(page).last()).toContainText('1 / 2');
  await expect(previous).toBeFocused();

  await page.getByRole('textbox', { name: 'Message', exact: true }).press('ArrowUp');
  const edit = page.getByRole('form', { name: 'Edit message' });
  await edit.getByRole('textbox').fill('How long is the warranty of a battery?');
  await edit.getByRole('button', { name: 'Send' }).click();
  const message = page.getByRole('article', { name: 'Your message' });
  await expect(message).toContainText('2 / 2');
  await expectAnswered(page);
  await message.getByRole('button', { name: 'Previous version' }).click();
  await expect(message).toContainText(QUESTION);

  await answers(page)
    .last()
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await panel.getByRole('link', { name: 'Open in document' }).click();
  const chunks = page.getByRole('region', { name: 'Chunks' });
  await expect(chunks.getByRole('button', { pressed: true })).toBeVisible();
  await page.goBack();
  await expect(answers(page).last()).toBeVisible();
});

test('a chat is renamed, found, shared by a link, deleted and restored @server', async ({
  page,
}, info) => {
  await chatWithSample(page, info);
  await ask(page, QUESTION);
  await expectAnswered(page);

  await page.getByRole('banner').getByRole('button', { name: QUESTION }).click();
  await page.getByRole('textbox', { name: /^New name for/ }).fill('Returns');
  await page.keyboard.press('Enter');
  const history = page.getByRole('navigation', { name: 'Chats' });
  await expect(history.getByRole('link', { name: 'Returns' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search chats' });
  await search.fill('bicycles');
  const found = history.getByRole('region', { name: 'Messages' });
  await expect(found.getByRole('link', { name: 'Returns' }).first()).toBeVisible();
  await search.fill('');

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'API…' }).click();
  await dialog.getByRole('radio', { name: 'TypeScript' }).click();
  await expect(dialog.getByText('client.ask({')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('region', { name: 'link', exact: true }).innerText();
  await dialog.getByRole('button', { name: "I've copied it" }).click();
  const path = new URL(url.trim()).pathname;
  const chat = page.url();
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Returns' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(QUESTION);
  await expect(page.getByRole('navigation')).toBeHidden();

  await page.goto(chat);
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Link revoked')).toBeVisible();
  await page.goto(path);
  await expect(page.getByText("Couldn't find a corresponding chat.")).toBeVisible();

  await page.goto(chat);
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete chat' }).click();
  await expect(history.getByRole('link', { name: 'Returns' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(history.getByRole('link', { name: 'Returns' })).toBeVisible();
});

test('two tabs see the same chat live, and a draft stays with its chat @server', async ({
  page,
  context,
}, info) => {
  await openChats(page, info);
  await page.getByRole('radio', { name: 'Model' }).click();
  await page.getByRole('button', { name: 'Start chat' }).click();
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(field).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await ask(page, 'Is anyone there?');
  await expectAnswered(page);
  await expect(other.getByRole('article', { name: 'Your message' })).toContainText(
    'Is anyone there?',
  );
  await expect(answers(other)).toHaveText(/\w/);

  await field.fill('Not sent yet');
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await page.goBack();
  await expect(field).toHaveValue('Not sent yet');
});

/** Starts a chat with a question whose answer stops in the middle until it is released. */
async function askHeld(page: Page): Promise<string> {
  const question = heldQuestion();
  await chooseModel(page, 'Model', 'fake-held');
  await page.getByRole('textbox', { name: 'First message' }).fill(question);
  await page.getByRole('textbox', { name: 'First message' }).press('Enter');
  await expect(answers(page)).toContainText('one two');
  return question;
}

test('an answer goes on while its page is reloaded @server', async ({ page }, info) => {
  await openChats(page, info);
  await page.getByRole('radio', { name: 'Model' }).click();
  const question = await askHeld(page);
  await page.reload();
  await expect(answers(page)).toContainText('one two');
  await release(question);
  await expect(answers(page)).toContainText('one two three four five six seven eight nine ten');
  await expect(page.getByRole('article', { name: 'Your message' })).toHaveCount(1);
});

const isSent = (url: URL) => url.pathname.endsWith('/message');

/** Lets requests that send messages fail, although the browser is online; or lets them through again. */
async function breakSending(page: Page, isBroken: boolean): Promise<void> {
  if (isBroken) await page.route(isSent, (route) => route.abort('internetdisconnected'));
  else await page.unroute(isSent);
}

test('a message written offline is sent once, and an answer goes on meanwhile @server', async ({
  page,
  context,
  browser,
}, info) => {
  await openChats(page, info);
  await page.getByRole('radio', { name: 'Model' }).click();
  const question = await askHeld(page);
  await context.setOffline(true);
  await expect(page.getByRole('dialog', { name: 'Unstable Connection' })).toBeVisible();
  // Longer than the answer takes, as who is online sees, and than the page waits for the socket.
  const online = await browser.newContext({ storageState: await context.storageState() });
  const other = await online.newPage();
  await other.goto(page.url());
  await release(question);
  await expect(answers(other)).toContainText('nine ten');
  await online.close();
  const lost = page.getByText('Unable to establish a connection to the chat server.');
  await expect(lost).toBeVisible();
  await expect(answers(page)).not.toContainText('nine ten');
  await context.setOffline(false);
  await expect(answers(page)).toContainText('nine ten', { timeout: 30_000 });
  await expect(lost).toBeHidden();

  // The network is gone, and the browser doesn't notice.
  await breakSending(page, true);
  await ask(page, 'Count again');
  const messages = page.getByRole('article', { name: 'Your message' });
  await expect(messages.last()).toContainText('Sending…');
  await expect(lost).toBeVisible();
  await breakSending(page, false);
  await expect(answers(page)).toHaveCount(2, { timeout: 60_000 });
  await expect(answers(page).last()).toContainText('nine ten', { timeout: 60_000 });
  await page.reload();
  await expect(answers(page).last()).toContainText('nine ten');
  await expect(messages).toHaveCount(2);
});

test('markdown and HTML in a chat do nothing @mock', async ({ page }, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Chats', exact: true }).click();
  await page.getByRole('link', { name: 'Reply to a late delivery' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'the style guide' })).toHaveAttribute(
    'rel',
    /noopener/,
  );
});

test('an answer shows what its model reasoned, and is given again by another model @mock', async ({
  page,
}, info) => {
  await openChats(page, info);
  await page.getByRole('radio', { name: 'Model' }).click();
  await chooseModel(page, 'Model', 'GPT-5 mini');
  await page.evaluate(() => window.__mocks?.setTokenMs(80));
  await page.getByRole('textbox', { name: 'First message' }).fill('Why is the sky blue?');
  await page.getByRole('textbox', { name: 'First message' }).press('Enter');
  const reasoning = answers(page).getByText('Reasoning', { exact: true });
  const text = answers(page).getByText('This reasoning comes from the mocks');
  // While it reasons, and once it has answered.
  await reasoning.click();
  await expect(text).toBeVisible();
  await expectAnswered(page);
  await page.reload();
  await expect(text).toBeHidden();
  await reasoning.click();
  await expect(text).toBeVisible();

  await answers(page).getByRole('button', { name: 'Regenerate' }).click();
  await page.getByRole('menuitem', { name: 'With another model…' }).click();
  const dialog = page.getByRole('dialog');
  await chooseModel(dialog, 'Model', 'llama');
  await dialog.getByRole('button', { name: 'Regenerate' }).click();
  await expect(answers(page)).toContainText('2 / 2');
  await expect(answers(page)).toContainText('compatible/llama');
  await expect(reasoning).toBeHidden();
});

test('a new chat begins with a question about an attached file @server', async ({ page }, info) => {
  await openChats(page, info);
  await page.getByRole('radio', { name: 'Model' }).click();
  await chooseModel(page, 'Model', 'fake-citing');
  await page.getByRole('textbox', { name: 'First message' }).fill(QUESTION);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  const buffer = Buffer.from('Customers can return bicycles within 30 days.');
  await (await chooser).setFiles([{ name: 'terms.txt', mimeType: 'text/plain', buffer }]);
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expectAnswered(page);
  const question = page.getByRole('article', { name: 'Your message' });
  await expect(question.getByRole('list', { name: 'Attachments' })).toContainText('terms.txt');
  await expect(answers(page)).toContainText('within 30 days');
});
