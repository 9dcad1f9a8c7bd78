import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import * as api from '#console/api/http/request.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { TaskComposer } from './task-composer.tsx';

const shown = vi.spyOn(toast, 'error');

it('says why inputs were not sent, and keeps them', async () => {
  const variables = [{ name: 'review', type: 'text', required: true }];
  vi.spyOn(api, 'request').mockImplementation(async (url: string) =>
    url.includes('/revision/') ? { definition: { variables } } : { active_revision: 1 },
  );
  const onSend = vi.fn().mockRejectedValue(new ApiError({ status: 0 }));
  renderConsole(
    <ActiveProjectContext value={{ id: 'project_1', org_id: 'org_1' } as never}>
      <TaskComposer chatId="chat_1" taskId="task_1" reason={null} chip={null} onSend={onSend} />
    </ActiveProjectContext>,
  );
  const field = await screen.findByRole('textbox', { name: /review/ });
  await userEvent.type(field, 'Broken');
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(onSend).toHaveBeenCalledWith({ review: 'Broken' });
  expect(field).toHaveProperty('value', 'Broken');
});
