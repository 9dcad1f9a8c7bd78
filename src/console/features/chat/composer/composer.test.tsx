import { screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { Composer } from './composer.tsx';
import { saveDraft } from './draft.ts';
import { handFiles } from './first-files.ts';
import { useAttachments } from './use-attachments.ts';

const place = { orgId: 'org_1', projectId: 'project_1', chatId: 'chat_1' };
const onSend = vi.fn(async () => true);

function NewChat() {
  const attachments = useAttachments(place);
  return (
    <Composer
      chatId={place.chatId}
      field={createRef()}
      attachments={attachments}
      reason={null}
      isAutoSent
      onSend={onSend}
      onEditLast={() => undefined}
      onTyping={() => undefined}
      chip={null}
    />
  );
}

beforeEach(() => {
  onSend.mockClear();
  saveDraft(place.chatId, 'What is in it?');
  handFiles(place.chatId, [new File(['Terms'], 'terms.txt')]);
});

it('sends the first message once its files are attached', async () => {
  const upload = Promise.withResolvers<object>();
  vi.spyOn(api, 'request').mockReturnValue(upload.promise as never);
  renderConsole(<NewChat />);
  await screen.findByText('Uploading…');
  expect(onSend).not.toHaveBeenCalled();
  upload.resolve({ id: 'attachment_1', status: 'ready', error: null });
  await waitFor(() => expect(onSend).toHaveBeenCalledExactlyOnceWith('What is in it?'));
});

it("keeps the first message if a file couldn't be attached", async () => {
  vi.spyOn(api, 'request').mockResolvedValue({
    id: 'attachment_1',
    status: 'failed',
    error: 'It is empty',
  });
  renderConsole(<NewChat />);
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'It is empty');
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty(
    'value',
    'What is in it?',
  );
});
