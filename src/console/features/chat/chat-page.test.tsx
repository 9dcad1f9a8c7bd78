import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, StrictMode, Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { useUserStore } from '#console/modules/user/user-store.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import type { Chat, ChatMessageCreate } from '#generated/model/index.ts';
import { ChatPage } from './chat-page.tsx';
import { loadDraft, saveDraft } from './composer/draft.ts';
import { type FirstMessage, handFiles } from './composer/first-files.ts';

const CHAT = 'chat_1';
const base = `/org/org_1/project/project_1/chat/${CHAT}`;
const person = { id: 'user_1', name: 'Ada Lovelace' };
const chat = {
  id: CHAT,
  title: 'Terms',
  permissions: ['view', 'run', 'edit'],
  config: { type: 'collections', collection_ids: [], suggestions: ['How long may I try it?'] },
  deleted_at: null,
  created_by: person,
} as unknown as Chat;
const none = { results: [], pagination: { has_next: false, next_cursor: null } };

/** The messages that were sent. */
let sent: ChatMessageCreate[];
/** What the upload of a file waits for. */
let upload: PromiseWithResolvers<void>;
/** What sending a message waits for. */
let receipt: PromiseWithResolvers<object>;

beforeEach(() => {
  sent = [];
  upload = Promise.withResolvers();
  receipt = Promise.withResolvers();
  // The chat is followed without a socket.
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
  useUserStore.setState({ user: { ...person, email: 'ada@example.com' } as never });
  vi.spyOn(api, 'request').mockImplementation((async (url: string, init: RequestInit) => {
    const [path] = url.split('?');
    if (path === `${base}/attachment`) {
      await upload.promise;
      return { id: 'attachment_1', status: 'ready', error: null };
    }
    if (path === `${base}/message` && init.method === 'POST') {
      sent.push(JSON.parse(String(init.body)) as ChatMessageCreate);
      return receipt.promise;
    }
    return path === base ? chat : none;
  }) as never);
});

/** Opens a chat that was just created with a first message, beside code that still loads: the page suspends. */
function openNewChat({ send = true, files = 1 }: FirstMessage, isStrict = false) {
  saveDraft(CHAT, 'What do they say?');
  const chunk = Promise.withResolvers<{ default: () => null }>();
  const Chunk = lazy(() => chunk.promise);
  const page = (
    <ActiveProjectContext value={{ id: 'project_1', org_id: 'org_1' } as never}>
      <Suspense fallback="Loading">
        <ChatPage />
        <Chunk />
      </Suspense>
    </ActiveProjectContext>
  );
  renderConsole(isStrict ? <StrictMode>{page}</StrictMode> : page, {
    at: `/chats/${CHAT}`,
    path: '/chats/:chatId',
    state: send ? { send, files } : null,
  });
  chunk.resolve({ default: () => null });
}

const attached = () => screen.findByText('Uploading…');
const question = { text: 'What do they say?', attachment_ids: ['attachment_1'], parent_id: null };

it.each([
  ['is rendered again before it is shown', false],
  ['is rendered twice, as in development', true],
])('sends the first message with its file, once, if the page %s', async (_, isStrict) => {
  handFiles(CHAT, [new File(['Terms'], 'terms.txt')]);
  openNewChat({}, isStrict);
  await attached();
  expect(sent).toEqual([]);
  upload.resolve();
  await waitFor(() => expect(sent).toEqual([question]));
  expect(
    vi.mocked(api.request).mock.calls.filter(([url]) => url.endsWith('/attachment')),
  ).toHaveLength(1);
});

it('keeps the first message if a reload lost its file, and says so', async () => {
  openNewChat({ files: 1 });
  await screen.findByText('The page was reloaded. Attach your files again.');
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', question.text);
  expect(sent).toEqual([]);
});

it('asks no suggested question while a file is being attached', async () => {
  handFiles(CHAT, [new File(['Terms'], 'terms.txt')]);
  openNewChat({ send: false });
  await attached();
  const suggestion = await screen.findByRole('button', { name: 'How long may I try it?' });
  expect(suggestion).toHaveProperty('disabled', true);
  upload.resolve();
  await waitFor(() => expect(suggestion).toHaveProperty('disabled', false));
  await userEvent.click(suggestion);
  await waitFor(() => expect(sent).toMatchObject([{ attachment_ids: ['attachment_1'] }]));
});

it('keeps a file that is added while a message is being sent', async () => {
  openNewChat({ files: 0 });
  await waitFor(() => expect(sent).toHaveLength(1));
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, new File(['Prices'], 'prices.txt'));
  await attached();
  const message = { id: 'message_1', parent_id: null, role: 'user', text: 'Hi', change: 1 };
  const lists = { attachments: [], sources: [], steps: [], sibling_ids: [] };
  const stored = { ...message, ...lists, position: 1, ended_at: '2026-11-28T09:00:00Z' };
  const answer = { ...stored, id: 'message_2', parent_id: 'message_1', role: 'assistant' };
  receipt.resolve({ message: stored, answer: { ...answer, position: 2 } });
  await waitFor(() => expect(loadDraft(CHAT)).toBe(''));
  screen.getByText('prices.txt');
});
