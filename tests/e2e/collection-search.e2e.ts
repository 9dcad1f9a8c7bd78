import { expect } from '@playwright/test';
import { newCollection, openConsole, test } from '../support/stories.ts';

const HANDBOOK = `# Travel

## Trains

Book trains at least a week ahead. Seats in the quiet coach are paid for.

## Hotels

Hotels may cost up to 140 euros a night.
`;

test('a search is tested with a saved question, before and after a change of settings @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Travel rules');
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      { name: 'travel.md', mimeType: 'text/markdown', buffer: Buffer.from(HANDBOOK) },
    ]);
  await expect(page.getByRole('row', { name: /travel\.md.+Ready/ })).toBeVisible();

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.fill('When do I book trains?');
  await question.press('Enter');
  await expect(page.getByText('at least a week ahead')).toBeVisible();
  await expect(question).toBeFocused();
  const saved = page.getByRole('region', { name: 'Saved questions' });
  await page.getByRole('button', { name: 'Save question' }).dblclick();
  await expect(saved.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Expected passage', exact: true }).first().click();
  await expect(page.getByText('expected passage at rank 1')).toBeVisible();
  await page.getByRole('button', { name: 'Ask all', exact: true }).click();
  await expect(saved.getByRole('img', { name: 'Found at rank 1' })).toBeVisible();
  await expect(saved).toContainText('Recall@51.00');

  // The passage, in its document.
  await page.getByRole('main').getByRole('link', { name: 'travel.md' }).first().click();
  const chunks = page.getByRole('region', { name: 'Chunks' });
  await expect(chunks.getByRole('button', { pressed: true })).toContainText('Book trains');
  const text = page.getByRole('region', { name: 'Document' });
  await expect(text.locator('mark')).toContainText(['Book trains']);
  await page.getByRole('link', { name: "Why wasn't this found?" }).click();
  await expect(page.getByText('Ask the question that should have found it.')).toBeVisible();
  await question.fill('Where is the swimming pool?');
  await question.press('Enter');
  await expect(page.getByText(/None of its passages contain words of the question/)).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByLabel('Chunk size').fill('50');
  await page.getByLabel('Overlap').fill('0');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Book trains');
  await page.getByRole('button', { name: 'Build new index' }).click();
  await page.getByRole('button', { name: 'Use the new index' }).click();
  await expect(page.getByText('Searches use index 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go back to this index' })).toBeVisible();
});
