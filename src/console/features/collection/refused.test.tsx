import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, problem, stubFetch } from '#console/api/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import type { Collection, Document } from '#generated/model/index.ts';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { DocumentStatus } from './documents/document-status.tsx';

const project = '/api/v1/org/o/project/p';
const active = { id: 'p', org_id: 'o', name: 'Desk' } as never;

beforeEach(() =>
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' }),
);

it('guests of a collection are told that they may not see its chats before they delete it', async () => {
  const detail = "You don't have permission to view this collection chats";
  stubFetch({
    [`GET ${project}/collection/c/use`]: json({ results: [] }),
    [`GET ${project}/collection/c/chat-use`]: problem(403, 'chat_denied', { detail }),
  });
  const collection = {
    id: 'c',
    name: 'Handbook',
    counts: { documents: 1, ready: 1, failed: 0, chunks: 3 },
  } as unknown as Collection;
  renderConsole(
    <ActiveProjectContext value={active}>
      <DeleteDialog collection={collection} onClosed={() => undefined} />
    </ActiveProjectContext>,
  );
  expect(await screen.findByText(detail)).toBeTruthy();
});

it.each([
  'This file type is not supported.',
  "We couldn't process this document, please try a different version.",
  "We couldn't extract embeddings from this document, please try a different version.",
])('a document that failed says: %s', async (message) => {
  const error = { code: 'unreadable', message, detail: 'It is torn.' };
  const failed = { id: 'd', state: 'failed', error } as unknown as Document;
  renderConsole(<DocumentStatus document={failed} />);
  expect(screen.getByText(new RegExp(`^${message} It is torn`))).toBeTruthy();
});
