import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { type OpenAiServer, startOpenAiServer } from '../../support/models/openai-server.ts';
import { chooseModel, openConsole, test } from '../../support/stories.ts';

const MODEL = 'story-writer';
const TITLES = JSON.stringify({
  titles: ['A lamp comes back', 'Thirty days', 'The box', 'Your money', 'No questions'],
});
const heading = (text: string) => ({ heading: text, level: 2, notes: '' });
const OUTLINE = JSON.stringify({ outline: [heading('Thirty days'), heading('Your money')] });

/** Adds the fake server as the organisation's own endpoint, with a priced model. */
async function addModel(page: Page, { url }: OpenAiServer): Promise<void> {
  const isSigned = (request: Request) => request.headers().authorization !== undefined;
  const [signed] = await Promise.all([page.waitForRequest(isSigned), page.reload()]);
  const { authorization = '' } = signed.headers();
  const send = async (method: string, path: string, data?: object) => {
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const response = await page.request.fetch(`/api/v1${path}`, {
      method,
      headers,
      ...(data && { data }),
    });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const { results } = await send('GET', '/org');
  const endpoints = `/org/${results[0].id}/model-endpoint-config`;
  const settings = { name: 'Story', kind: 'compatible', base_url: url, keep_failing: true };
  const { endpoint } = await send('POST', endpoints, settings);
  const prices = { input_price: 1_000_000, output_price: 2_000_000 };
  const models = [{ name: MODEL, context_window: 100_000, max_output_tokens: 8000, ...prices }];
  await send('PATCH', `${endpoints}/${endpoint.id}/model`, { models });
}

test('an article is composed with a model that is slow, fails and answers badly @server', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  const fake = await startOpenAiServer();
  await openConsole(page, info);
  await addModel(page, fake);
  // Without the endpoint's test.
  fake.reset();
  const alert = page.getByRole('alert');
  const says = (text: string) => expect(alert.filter({ hasText: text })).toBeVisible();
  const retry = alert.getByRole('button', { name: 'Retry' });

  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Compose' })
    .click();
  await page.getByRole('button', { name: 'Create article' }).first().click();
  await page.getByRole('textbox', { name: 'Topic' }).fill('Returning a lamp');
  await chooseModel(page, 'Model', MODEL);

  const ideas = page.getByRole('list', { name: 'Title ideas' });
  await test.step('titles come slowly, also after a reload, and can be stopped', async () => {
    fake.setReply({ kind: 'text', text: TITLES, token_ms: 500 });
    await page.getByRole('button', { name: 'Suggest titles' }).click();
    await expect(ideas.getByRole('listitem').first()).toContainText('A lamp');
    await page.reload();
    await expect(ideas.getByRole('listitem').first()).toContainText('A lamp');
    await page.getByRole('button', { name: /^Stop/ }).click();
    await expect(page.getByRole('button', { name: /^Suggest/ })).toBeEnabled();
    expect(fake.requests).toHaveLength(1);
    fake.setReply({ kind: 'text', text: TITLES });
    await page.getByRole('button', { name: /^Suggest/ }).click();
    await expect(ideas.getByRole('textbox')).toHaveCount(5);
  });

  await test.step('a failure of the model keeps the titles, and what was asked for', async () => {
    fake.setReply({ kind: 'status', status: 500 });
    const wish = page.getByLabel('What should the titles be like?');
    await wish.fill('With a question');
    await wish.press('Enter');
    await expect(retry).toBeVisible({ timeout: 30_000 });
    await expect(ideas.getByRole('textbox')).toHaveCount(5);
    await expect(wish).toHaveValue('With a question');
    await ideas.getByRole('button', { name: 'Choose' }).first().click();
  });

  const headings = page
    .getByRole('list', { name: 'Outline', exact: true })
    .getByRole('textbox', { name: /^Heading/ });
  await test.step('an outline that is no JSON, then fenced, then far too long', async () => {
    fake.setReply({ kind: 'text', text: 'I would begin with the lamp.' });
    await page.getByRole('button', { name: 'Write the outline' }).click();
    await says('Invalid JSON detected from the LLM.');
    fake.setReply({ kind: 'text', text: `Sure!\n\`\`\`json\n${OUTLINE}\n\`\`\`` });
    await retry.click();
    await expect(headings).toHaveCount(2);
    const many = Array.from({ length: 500 }, (_, n) => heading(`H${n}`));
    fake.setReply({ kind: 'text', text: JSON.stringify({ outline: many }) });
    await page.getByRole('button', { name: 'Rewrite' }).click();
    await says('Invalid response sent from the LLM.');
    await expect(headings).toHaveCount(2);
  });

  const sections = page.getByRole('region', { name: 'Sections', exact: true }).getByRole('article');
  await test.step('sections of which one breaks off', async () => {
    fake.setReply({ kind: 'text', text: '## Your money\n\nIt comes back.' });
    fake.script(
      { kind: 'text', text: '## Thirty days\n\nYou have thirty days.' },
      { kind: 'cut', text: '## Your money\n\nHalf of a', after_tokens: 4 },
    );
    await page.getByRole('button', { name: 'Write 2 sections' }).click();
    await expect(retry).toBeVisible();
    await expect(sections.nth(0)).toContainText('You have thirty days.');
    await expect(sections.nth(1)).toContainText('Not written yet.');
    await retry.click();
    await expect(sections.nth(1)).toContainText('It comes back.');
  });

  await test.step('a section that cannot be found in the output is marked as unchanged', async () => {
    const text = '## Thirty days\n\nA whole month.\n\n## Etwas anderes\n\nX.\n\n## Mehr\n\nY.';
    fake.setReply({ kind: 'text', text });
    await page.getByRole('button', { name: 'Rewrite all sections' }).click();
    await says('Some sections may remain unchanged due to parsing issues');
    await expect(sections.nth(0)).toContainText('A whole month.');
    await expect(sections.nth(1)).toContainText('Unchanged');
    await expect(sections.nth(1)).toContainText('It comes back.');
  });

  await test.step('everything was paid once, and the article is exported', async () => {
    const cost = page.getByText(/^\$0\.\d*[1-9]/).filter({ visible: true });
    await expect(cost.first()).toBeVisible();
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('a-lamp-comes-back.md');
    expect(await readFile(await file.path(), 'utf8')).toContain(
      '# A lamp comes back\n\n## Thirty days\n\nA whole month.\n\n## Your money\n\nIt comes back.',
    );
  });
  await fake.close();
});
