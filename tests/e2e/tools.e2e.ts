import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { newTask, openConsole, savedDraft, test, writePrompt } from '../support/stories.ts';

let server: Server;
let url = '';

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const isSigned = String(request.headers['webhook-signature']).startsWith('v1,');
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'shipped', isSigned }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function runDraft(page: Page): Promise<void> {
  await expect(savedDraft(page)).toBeVisible();
  await page.getByRole('button', { name: /^Run/ }).click();
}

/** Opens the tool's step in the trace and waits for its output. */
async function expectStep(page: Page, output: string): Promise<void> {
  const trace = page.getByRole('list', { name: 'Trace' });
  const step = trace.getByRole('button', { name: /^Tool ?find_order/ });
  // Until the new run has started, the trace is that of the previous one.
  await expect(async () => {
    if ((await step.getAttribute('aria-expanded', { timeout: 1000 })) === 'false')
      await step.click({ timeout: 1000 });
    await expect(trace).toContainText(output, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

test('a tool returns a saved reply, the response of its webhook, or a manual reply @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Order desk', 'Sandbox');
  await writePrompt(page, 'System prompt', 'You find orders.');
  await writePrompt(page, 'User prompt', 'Where is my order?');
  await page.getByRole('button', { name: /^Tools/ }).click();
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByLabel('Name of tool 1').fill('find_order');
  await page.getByLabel('Description', { exact: true }).fill('Finds an order.');
  const execution = page.getByRole('combobox', { name: 'Execution of find_order' });

  await execution.selectOption({ label: 'Saved reply' });
  await page.getByRole('button', { name: 'Add reply' }).click();
  await page.getByRole('textbox', { name: 'Content of Reply 1' }).fill('packed');
  await runDraft(page);
  await expectStep(page, 'packed');

  await execution.selectOption({ label: 'Webhook' });
  await page.getByLabel('URL', { exact: true }).fill(url);
  await runDraft(page);
  await expectStep(page, '"isSigned": true');

  await execution.selectOption({ label: 'Manual' });
  await runDraft(page);
  const reply = page.getByRole('form', { name: 'Reply as find_order' });
  await reply.getByLabel('Reply', { exact: true }).fill('lost at sea');
  await reply.getByRole('button', { name: 'Send reply' }).click();
  await expectStep(page, 'lost at sea');
});

test('tools are imported from an MCP server, and calls are signed @mock', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Orders');
  await page.getByRole('button', { name: /^Tools/ }).click();
  await page.getByRole('button', { name: 'Import from MCP server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Server URL').fill('https://fail.example.com/mcp');
  await dialog.getByRole('button', { name: 'List tools' }).click();
  await expect(dialog).toContainText('Host fail.example.com not found');
  await dialog.getByLabel('Server URL').fill('https://mcp.example.com/mcp');
  await dialog.getByRole('button', { name: 'List tools' }).click();
  await dialog.getByLabel('list_orders').uncheck();
  await dialog.getByRole('button', { name: 'Import 1 tool' }).click();
  await expect(page.getByLabel('Name of tool 1')).toHaveValue('find_order');

  const execution = page.getByRole('combobox', { name: 'Execution of find_order' });
  await execution.selectOption({ label: 'Webhook' });
  await page.getByRole('button', { name: 'Signed calls' }).click();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(dialog.getByRole('region', { name: 'secret' })).toContainText('whsec_');
  await dialog.getByRole('button', { name: "I've copied it" }).click();
});
