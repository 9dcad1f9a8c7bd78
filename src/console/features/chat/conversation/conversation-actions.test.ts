import { expect, it } from 'vitest';
import type { ChatMessage } from '#generated/model/index.ts';
import { resent } from './conversation-actions.ts';

it('an edited message keeps its place and its files', () => {
  const attachments = [{ id: 'attachment_1' }, { id: 'attachment_2' }];
  const message = { id: 'm3', parent_id: 'm2', text: 'Look', attachments } as ChatMessage;
  expect(resent(message, 'Look again')).toEqual({
    text: 'Look again',
    parent_id: 'm2',
    attachment_ids: ['attachment_1', 'attachment_2'],
  });
});
