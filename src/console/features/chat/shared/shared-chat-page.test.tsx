import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import type { SharedChatMessage } from '#generated/model/index.ts';
import { SharedChatPage } from './shared-chat-page.tsx';

const answer: Partial<SharedChatMessage> = {
  id: 'message_1',
  parent_id: null,
  role: 'assistant',
  text: 'Goods can be returned in 30 days [1].',
  output: null,
  sources: [{ number: 1, document_name: 'Returns.md', page: null } as never],
  grounding: 'partly',
};

it('shows citations as numbers, and no hint at underlined claims, which readers of a link do not see', async () => {
  vi.spyOn(api, 'request').mockImplementation(async (url: string) =>
    url.includes('/message')
      ? { results: [answer], pagination: { has_next: false, next_cursor: null } }
      : { title: 'Returns', last_message_at: '2026-11-20T09:00:00Z', expires_at: null },
  );
  renderConsole(<SharedChatPage />);
  await screen.findByRole('img', { name: 'Source 1: Returns.md' }, { timeout: 5000 });
  expect(screen.getByRole('note').textContent).toBe(
    "Some claims aren't supported by the passages that they cite.",
  );
});
