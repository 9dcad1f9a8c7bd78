import { expect } from '@playwright/test';
import { pdf } from '#core/extract/testing-files.ts';
import { chooseModel, openConsole, test } from '../support/stories.ts';

const POLICY = pdf([
  [
    [50, 700, 20, 'Travel policy'],
    [50, 650, 12, 'This policy applies to everyone who travels for the company.'],
  ],
  [
    [50, 700, 20, 'Trains'],
    [50, 650, 12, 'Trains are booked at least a week ahead.'],
  ],
]);

test('a document answers a question in a task, and the citation opens its passage @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await page.getByRole('button', { name: 'Create collection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Travel');
  await dialog.getByRole('button', { name: 'Create collection' }).click();
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      { name: 'policy.pdf', mimeType: 'application/pdf', buffer: Buffer.from(POLICY) },
    ]);
  await expect(page.getByRole('row', { name: /policy\.pdf.+Ready/ })).toBeVisible();
  await page.getByRole('complementary', { name: 'Uploads' }).getByLabel('Close').click();

  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: 'Answer from documents' }).click();
  await page.getByRole('button', { name: 'Use template' }).click();
  await dialog.getByRole('combobox', { name: 'Collection' }).click();
  await page.getByRole('option', { name: 'Travel', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const question = page.getByRole('textbox', { name: 'question' });
  await expect(question).toHaveValue('');
  await expect(page.getByText("isn't defined")).toBeHidden();
  await chooseModel(page, 'Model', 'fake-citing');
  await question.fill('How early are trains booked?');
  await page.getByRole('button', { name: /^Run/ }).first().click();

  const result = page.getByRole('region', { name: 'Run' });
  await expect(result).toContainText('Trains are booked at least a week ahead.', {
    timeout: 30_000,
  });
  const citation = result.getByRole('link', { name: /^Source 1: policy\.pdf, page 2/ }).first();
  await expect(citation).toHaveAttribute('data-supported', 'true');
  await expect(result).not.toContainText('99');
  await expect(result.getByRole('note')).toContainText("isn't supported by the passages");

  await citation.click();
  const chunks = page.getByRole('region', { name: 'Chunks' });
  await expect(chunks.getByRole('button', { pressed: true })).toContainText('Trains are booked');
  const original = page.getByRole('region', { name: 'Document' });
  await expect(original.locator('[data-page="2"]')).toBeInViewport();
});

test('an empty project tries answers with the sample collection @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: 'Answer from documents' }).click();
  await page.getByRole('button', { name: 'Use template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(page.getByRole('textbox', { name: 'question' })).toHaveValue(/return a bicycle/, {
    timeout: 30_000,
  });
  await chooseModel(page, 'Model', 'fake-citing');
  await page.getByRole('button', { name: /^Run/ }).first().click();
  // The fake's vectors mean nothing, so any of the sample's documents may be found.
  const source = /^Source \d: .+\.(md|csv|json)/;
  const result = page.getByRole('region', { name: 'Run' });
  await expect(result.getByRole('link', { name: source }).first()).toBeVisible({
    timeout: 30_000,
  });
});
