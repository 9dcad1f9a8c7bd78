import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as api from '#console/api/fetcher.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import * as joinOffer from '#console/modules/capture/join-offer.tsx';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import * as templates from '#console/modules/template/use-templates.ts';
import { storeUser, useUserStore } from '#console/modules/user/user-store.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { type User, userUpdateBioMax } from '#generated/model/index.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { ProfilePage } from './profile-page.tsx';

const send = vi.spyOn(api, 'fetcher');
vi.spyOn(joinOffer, 'JoinOffer').mockReturnValue(null);

vi.spyOn(templates, 'useTemplates').mockReturnValue({
  query: { isPending: false, error: null },
  templates: [
    { id: 'summarise', name: 'Summarise a text', description: 'In a sentence.' },
    { id: 'classify', name: 'Classify a message', description: 'Into a category.' },
  ],
} as never);

const ada: User = {
  id: 'user_1',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  // A data URL, since there is nothing to load a file from.
  avatar_url: 'data:image/png;base64,AA',
  bio: '',
  is_onboarding: true,
  job_role: null,
  subscribed_to_newsletter: false,
};
const project = { id: 'project_1', org_id: 'org_1' } as never;

/** The requests that were sent: method, path and body. */
const sent = () =>
  send.mock.calls.map(([url, init]) => [
    init.method,
    url,
    typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
  ]);

function open(verified = true) {
  storeUser(ada, { newAvatar: true });
  const verifiable_addresses = [{ value: 'ADA@example.com', verified }];
  return renderPage(
    <ActiveProjectContext value={project}>
      <ProfilePage account={<p>Name and email</p>} />
    </ActiveProjectContext>,
    {
      path: '/settings/profile',
      prepare: (client) =>
        client.setQueryData(queryKeys.session(), {
          state: 'authenticated',
          session: { id: 's', identity: { verifiable_addresses } },
          token: null,
        }),
    },
  );
}

beforeEach(() => {
  useOnboardingStore.getState().reset();
  send.mockReset();
});

describe('profile', () => {
  it('allows as many characters as the contract does', () => {
    open();
    const max = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).maxLength;
    expect(max('Bio')).toBe(userUpdateBioMax);
  });

  it('saves changes and updates the frame', async () => {
    open();
    const changed = { ...ada, bio: 'Poet', job_role: 'Founder' };
    send.mockResolvedValue(changed);
    await userEvent.type(screen.getByRole('textbox', { name: 'Bio' }), '  Poet ');
    await userEvent.type(screen.getByRole('combobox', { name: 'Job role' }), 'Founder');
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(useUserStore.getState().user?.bio).toBe('Poet'));
    expect(sent()).toEqual([['PATCH', '/user', { bio: 'Poet', job_role: 'Founder' }]]);
    expect(
      (screen.getByRole('button', { name: 'Save profile' }) as HTMLButtonElement).disabled,
    ).toBe(true);
  });

  it('switches the newsletter immediately, and back when saving fails', async () => {
    open();
    let fail: (error: Error) => void = () => undefined;
    send.mockReturnValue(
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    const newsletter = screen.getByRole<HTMLInputElement>('switch', { name: /^Newsletter/ });
    await userEvent.click(newsletter);
    expect(newsletter.checked).toBe(true);
    fail(new Error('no'));
    await waitFor(() => expect(newsletter.checked).toBe(false));
  });

  it('removes the picture everywhere; saving the rest keeps the cached URL', async () => {
    open();
    const cached = useUserStore.getState().user?.avatar_url;
    expect(cached).toMatch(/^data:image\/png;base64,AA\?t=\d+$/);
    send.mockResolvedValue({ ...ada, subscribed_to_newsletter: true });
    await userEvent.click(screen.getByRole('switch', { name: /^Newsletter/ }));
    await waitFor(() => expect(useUserStore.getState().user?.subscribed_to_newsletter).toBe(true));
    expect(useUserStore.getState().user?.avatar_url).toBe(cached);
    send.mockResolvedValue({ ...ada, avatar_url: null });
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(useUserStore.getState().user?.avatar_url).toBeNull());
  });

  it.each([
    [new File(['x'], 'a.svg', { type: 'image/svg+xml' }), /type of image is not supported/],
    [
      new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
      'Please upload file under 25mb',
    ],
    [new File(['no picture'], 'a.png', { type: 'image/png' }), /couldn't process this avatar/],
  ])('rejects a file that is not a picture: %#', async (file, message) => {
    open();
    vi.stubGlobal('createImageBitmap', vi.fn().mockRejectedValue(new Error('no picture')));
    const chooser = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!chooser) throw new Error('no file input');
    await userEvent.upload(chooser, file, { applyAccept: false });
    expect((await screen.findByRole('alert')).textContent).toMatch(message);
    expect(send).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it.each([
    [true, 'Verified', false],
    [false, 'Not verified', true],
  ])('shows whether the email is verified: %s', (verified, words, link) => {
    open(verified);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Verify' }) !== null).toBe(link);
  });
});

describe('onboarding', () => {
  const start = () => {
    storeUser(ada, { newAvatar: true });
    return renderPage(
      <ActiveProjectContext value={project}>
        <OnboardingPage />
      </ActiveProjectContext>,
      {
        path: '/onboarding',
        others: ['/projects/project_1/tasks', '/projects/project_1/tasks/task_1'],
      },
    );
  };

  it('saves the role and finishes', async () => {
    start();
    send.mockResolvedValue({ ...ada, is_onboarding: false, job_role: 'Engineer' });
    await userEvent.click(screen.getByRole('radio', { name: 'Engineer' }));
    await userEvent.click(screen.getByRole('button', { name: 'Describe your own' }));
    expect(await screen.findByText('at /projects/project_1/tasks')).toBeTruthy();
    expect(sent()).toEqual([['PATCH', '/user', { is_onboarding: false, job_role: 'Engineer' }]]);
  });

  it('creates a task from each selected template, and opens it if there is only one', async () => {
    start();
    send.mockImplementation(async (url: string, init: RequestInit) => {
      if (url === '/user') return { ...ada, is_onboarding: false };
      if (init.method === 'POST') return { id: 'task_1', project_id: 'project_1' };
      return { name: 'Classify a message', description: '', definition: {} };
    });
    const summarise = screen.getByRole('button', { name: /Summarise a text/ });
    await userEvent.click(summarise);
    await userEvent.click(screen.getByRole('button', { name: /Classify a message/ }));
    expect(screen.getByRole('button', { name: 'Start with 2 tasks' })).toBeTruthy();
    await userEvent.click(summarise);
    expect(summarise.getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(screen.getByRole('button', { name: 'Start with this task' }));
    expect(await screen.findByText('at /projects/project_1/tasks/task_1')).toBeTruthy();
    expect(sent().map(([method, url]) => `${method} ${url}`)).toEqual([
      'PATCH /user',
      'GET /org/org_1/template/classify',
      'POST /org/org_1/project/project_1/task',
    ]);
  });

  it('can be skipped, and stays open when saving fails', async () => {
    start();
    send.mockRejectedValueOnce(new Error('no'));
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy();
    send.mockResolvedValue({ ...ada, is_onboarding: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }));
    expect(await screen.findByText('at /projects/project_1/tasks')).toBeTruthy();
    expect(sent().at(-1)).toEqual(['PATCH', '/user', { is_onboarding: false }]);
  });
});
