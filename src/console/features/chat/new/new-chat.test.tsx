import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { loadDraft } from '../composer/draft.ts';
import { filesOf, forgetFiles } from '../composer/first-files.ts';
import { NewChat } from './new-chat.tsx';

const base = '/org/org_1/project/project_1';

it('takes no more text and files for its first message while it is created', async () => {
  const created = Promise.withResolvers<object>();
  vi.spyOn(api, 'request').mockImplementation((async (url: string, init: RequestInit) => {
    if (url === `${base}/chat` && init.method === 'POST') return created.promise;
    return { results: [], permissions: [], pagination: { has_next: false, next_cursor: null } };
  }) as never);
  renderConsole(
    <ActiveProjectContext value={{ id: 'project_1', org_id: 'org_1' } as never}>
      <NewChat />
    </ActiveProjectContext>,
    { routes: [{ path: '*', element: <p>The chat</p> }] },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: 'Model' }));
  const text = screen.getByRole('textbox', { name: 'First message' });
  const attach = (name: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    return user.upload(input as HTMLInputElement, new File(['Terms'], name));
  };
  await attach('terms.txt');
  await user.type(text, 'What do they say?{Enter}');
  await user.type(text, ' And why?');
  await attach('prices.txt');
  expect(text).toHaveProperty('value', 'What do they say?');
  expect(screen.queryByText('prices.txt')).toBeNull();

  created.resolve({ id: 'chat_1' });
  await waitFor(() => expect(loadDraft('chat_1')).toBe('What do they say?'));
  expect(filesOf('chat_1').map(({ name }) => name)).toEqual(['terms.txt']);
  forgetFiles('chat_1');
});
