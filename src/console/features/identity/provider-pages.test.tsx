import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as identity from '#console/modules/user/identity-api.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { AuthErrorPage } from './error-page.tsx';
import * as requests from './flow/flow-requests.ts';
import { flowOf, input, label } from './flow/testing.ts';
import { RegistrationPage } from './registration-page.tsx';

const beginFlow = vi.spyOn(requests, 'beginFlow');
const fetchFlow = vi.spyOn(requests, 'fetchFlow');
beforeEach(() => vi.resetAllMocks());

describe('signing up with a provider', () => {
  const again = input('oidc', 'submit', 'provider', {
    value: 'acme',
    title: label(1040003, 'Continue'),
  });
  const openAt = (nodes: Parameters<typeof flowOf>[0]) => {
    fetchFlow.mockResolvedValue({ type: 'show', flow: flowOf(nodes) });
    renderPage(<RegistrationPage />, {
      path: '/auth/registration',
      at: '/auth/registration?flow=x',
    });
  };

  it('asks for what the provider left out', async () => {
    openAt([again, input('default', 'email', 'traits.email', { title: label(1070002, 'Email') })]);
    await screen.findByRole('heading', { name: 'Complete your account' });
    expect(screen.getByText(/didn't tell us everything/)).toBeTruthy();
  });

  it('offers other ways after a refusal, of which the flow has none', async () => {
    openAt([again]);
    await screen.findByRole('heading', { name: 'Create your account' });
    await userEvent.click(screen.getByRole('button', { name: 'Create an account another way' }));
    expect(beginFlow).toHaveBeenCalledOnce();
  });
});

describe('the error page', () => {
  it.each([
    [
      'what the claims mapper of a provider refuses',
      { code: 500, message: 'jsonnetsecure: ERROR: RUNTIME ERROR: Only acme.example\n\tfile:///x' },
      "Your account at the other service can't be used here.",
      'Only acme.example',
    ],
    [
      'that the service has a problem, and which one for the administrator',
      { code: 500, message: 'oauth2: "invalid_client"' },
      /ask your administrator/,
      'oauth2: "invalid_client"',
    ],
    [
      'that the account is disabled',
      { code: 401, reason: 'This account was disabled.', message: 'identity is disabled' },
      'This account is disabled. Ask your administrator.',
      null,
    ],
    ['the reason', { code: 403, reason: 'Not you.', message: 'Forbidden' }, 'Not you.', null],
  ])('says %s', async (_case, error, text, detail) => {
    const getFlowError = async () => ({ data: { id: 'e1', error } });
    const api = { getFlowError } as unknown as ReturnType<typeof identity.identityApi>;
    vi.spyOn(identity, 'identityApi').mockReturnValue(api);
    renderPage(<AuthErrorPage />, { path: '/auth/error', at: '/auth/error?id=e1' });
    expect(await screen.findByText(text)).toBeTruthy();
    if (detail !== null) expect(screen.getByText(detail)).toBeTruthy();
    expect(screen.getByRole('alert').textContent).not.toContain('file:');
  });
});
