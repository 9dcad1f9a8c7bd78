import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { storeUser, useUserStore } from '#console/modules/user/user-store.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { type User, userUpdateBioMax } from '#generated/model/index.ts';
import { ProfilePage } from './profile-page.tsx';

const send = vi.spyOn(api, 'request');

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
