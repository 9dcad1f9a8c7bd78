import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answerOf } from '../../../../../tests/support/kratos/answers.ts';
import { flowOf, input, label, script } from '../flow/testing.ts';
import { FlowForm } from './flow-form.tsx';
import { controlOf, renderPlain } from './testing-render.tsx';

const csrf = input('default', 'hidden', 'csrf_token', { value: 'token' });
const identifier = input('default', 'text', 'identifier', {
  required: true,
  title: label(1070004, 'ID'),
});
const password = input('password', 'password', 'password', {
  required: true,
  title: label(1070001, 'Password'),
});
const signIn = input('password', 'submit', 'method', {
  value: 'password',
  title: label(1010022, 'Sign in with password'),
});
const sendCode = input('code', 'submit', 'method', {
  value: 'code',
  title: label(1010015, 'Send code'),
});
const code = input('code', 'text', 'code', {
  required: true,
  maxlength: 6,
  title: label(1070013, 'Login code'),
});
const login = [csrf, identifier, password, signIn, sendCode, script()];

const show = (flow: ReturnType<typeof flowOf>, more = {}, props = {}) => {
  const { control, submit } = controlOf(flow, more);
  const { rerender, container } = renderPlain(
    <FlowForm kind="login" control={control} label="Sign in" {...props} />,
  );
  return { submit, rerender, container };
};

describe('fields', () => {
  it('have labels, autocomplete, and a button to show the password', async () => {
    const { container } = show(flowOf(login));
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
    const field = screen.getByLabelText('Password');
    expect(field.getAttribute('autocomplete')).toBe('current-password');
    expect(field.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.getAttribute('type')).toBe('text');
    expect(container.querySelector('script')).toBeNull();
  });

  it('submit what the pressed method needs', async () => {
    const { submit } = show(flowOf(login));
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      {
        csrf_token: 'token',
        identifier: 'ada@example.com',
        password: 'secret',
        method: 'password',
      },
      'password:method:password',
    );
  });

  it('are marked when missing before anything is submitted, with focus on the first', async () => {
    const { submit } = show(flowOf(login));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(submit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(screen.getAllByText('This is required.')).toHaveLength(2);
  });

  it('are not required by a method that does not use them', async () => {
    const { submit } = show(flowOf(login));
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ method: 'code' });
    expect(submit.mock.calls[0]?.[0]).not.toHaveProperty('password');
  });
});

describe('messages', () => {
  it('are shown above the form, errors as alerts', () => {
    show(
      flowOf(login, {
        messages: [label(4000006, 'wrong', 'error'), label(1010003, 'refresh')],
      }),
      {},
      { hideMessages: [1010003] },
    );
    expect(screen.getByRole('alert').textContent).toContain("don't match");
    expect(screen.queryByText(/confirm that it is you/)).toBeNull();
  });

  it('of a field are shown at the field', () => {
    const taken = { ...password, messages: [label(4000034, 'breached', 'error')] };
    show(flowOf([csrf, identifier, taken, signIn]));
    const field = screen.getByLabelText('Password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/too common/)).toBeTruthy();
  });
});

describe('codes', () => {
  const resend = input('code', 'submit', 'resend', {
    value: 'code',
    title: label(1070008, 'Resend'),
  });
  const proceed = input('code', 'submit', 'method', {
    value: 'code',
    title: label(1070009, 'Continue'),
  });
  const sent = () => flowOf([csrf, code, proceed, resend], { state: 'sent_email' });

  it('are submitted as soon as they are complete, even pasted with spaces', async () => {
    const { submit } = show(sent());
    await userEvent.click(screen.getByLabelText('Sign-in code'));
    await userEvent.paste('123 456');
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      { csrf_token: 'token', code: '123456', method: 'code' },
      'code:method:code',
    );
  });

  it('can be requested again only after a while', () => {
    show(sent());
    expect(screen.getByText('Send a new code in 30 s')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /new code/ })).toBeNull();
  });

  it('are cleared by a response; other input stays, and the error gets focus', async () => {
    const both = flowOf([csrf, identifier, code, proceed]);
    const first = controlOf(both);
    const form = (control: typeof first.control) => (
      <FlowForm kind="login" control={control} label="Sign in" />
    );
    const { rerender } = renderPlain(form(first.control));
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Sign-in code'), '123456');
    const wrong = {
      ...code,
      attributes: { ...code.attributes, value: '123456' },
      messages: [label(4010008, 'wrong', 'error')],
    };
    const second = controlOf(flowOf([csrf, identifier, wrong, proceed], { id: 'flow-2' }), {
      responses: 2,
    });
    const { MantineProvider } = await import('@mantine/core');
    rerender(<MantineProvider env="test">{form(second.control)}</MantineProvider>);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
    const field = screen.getByLabelText<HTMLInputElement>('Sign-in code');
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
  });
});

describe('other methods', () => {
  const totp = [
    input('totp', 'text', 'totp_code', { required: true, title: label(1010006, 'Code') }),
    input('totp', 'submit', 'method', { value: 'totp', title: label(1010009, 'Use') }),
  ];
  const lookup = [
    input('lookup_secret', 'text', 'lookup_secret', {
      required: true,
      title: label(1010007, 'Backup'),
    }),
    input('lookup_secret', 'submit', 'method', {
      value: 'lookup_secret',
      title: label(1010010, 'Use'),
    }),
  ];

  it('that need typing replace the first', async () => {
    const { submit } = show(flowOf([csrf, ...totp, ...lookup]));
    expect(screen.queryByLabelText('Backup code')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Use a backup code instead' }));
    await userEvent.type(screen.getByLabelText('Backup code'), 'abcd1234{Enter}');
    expect(submit.mock.calls[0]?.[0]).toMatchObject({
      method: 'lookup_secret',
      lookup_secret: 'abcd1234',
    });
    expect(screen.getByRole('button', { name: /authenticator app instead/ })).toBeTruthy();
  });

  it('of the browser submit its response as a string', async () => {
    const bytes = new Uint8Array([1]).buffer;
    const credential = {
      id: 'c',
      rawId: bytes,
      type: 'public-key',
      response: { signature: bytes },
    };
    vi.stubGlobal('PublicKeyCredential', class {});
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: { get: vi.fn().mockResolvedValue(credential) },
    });
    const nodes = [
      csrf,
      input('passkey', 'hidden', 'passkey_challenge', {
        value: '{"publicKey":{"challenge":"AQ"}}',
      }),
      input('passkey', 'hidden', 'passkey_login'),
      input('passkey', 'button', 'passkey_login_trigger', { title: label(1010021, 'Passkey') }),
    ];
    const { submit } = show(flowOf(nodes));
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    const body = submit.mock.calls[0]?.[0] as unknown as { passkey_login: string };
    expect(body).toMatchObject({ method: 'passkey', csrf_token: 'token' });
    expect(JSON.parse(body.passkey_login)).toMatchObject({
      id: 'c',
      response: { signature: 'AQ' },
    });
  });
});

describe('a form of Ory', () => {
  const formOf = (...[set, name]: Parameters<typeof answerOf>) =>
    show(answerOf(set, name).body, {}, { kind: name.split(':')[0] });

  it.each([
    ['usual', 'registration', 'Continue'],
    ['usual', 'login', 'Sign in'],
    ['links', 'registration', 'Create account'],
    ['first', 'login', 'Continue'],
  ] as const)(
    'is led by its own method, not a provider or a device (%s, %s)',
    (set, name, main) => {
      const { container } = formOf(set, name);
      expect(container.querySelector('[type="submit"]')?.textContent).toBe(main);
    },
  );

  it('has no button that Ory sends twice, or that it could not handle', () => {
    formOf('links', 'verification: after registration');
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Continue']);
  });

  it('names the hidden field that an error is about', () => {
    formOf('first', 'login: identifier missing');
    expect(screen.getByRole('alert').textContent).toBe('Email: This is required.');
  });

  it('offers passkeys in the autofill list, without a button too', async () => {
    const bytes = new Uint8Array([1]).buffer;
    const credential = { id: 'c', rawId: bytes, type: 'public-key', response: {} };
    const isConditionalMediationAvailable = async () => true;
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => {}, { isConditionalMediationAvailable }),
    );
    const get = vi.fn().mockResolvedValue(credential);
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    const { submit } = formOf('first', 'login');
    await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
    expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
    expect(submit.mock.calls[0]?.[0]).toMatchObject({
      method: 'passkey',
      passkey_login: expect.stringContaining('"id":"c"'),
    });
  });

  it('links an account in the words of the message', () => {
    formOf('usual', 'login: account linking');
    expect(screen.getByText(/already has an account. Sign in to it once to add/)).toBeTruthy();
  });
});

describe('the content of a flow', () => {
  it('is a QR code, a key and backup codes', async () => {
    const nodes = [
      {
        type: 'img' as const,
        group: 'totp' as const,
        messages: [],
        meta: {},
        attributes: {
          node_type: 'img' as const,
          id: 'totp_qr',
          src: 'data:,',
          width: 256,
          height: 256,
        },
      },
      {
        type: 'text' as const,
        group: 'lookup_secret' as const,
        messages: [],
        meta: {},
        attributes: {
          node_type: 'text' as const,
          id: 'lookup_secret_codes',
          text: {
            ...label(1050015, 'abc, def'),
            context: { secrets: [label(1050009, 'abc'), label(1050014, 'Used')] },
          },
        },
      },
    ];
    show(flowOf(nodes));
    expect(screen.getByAltText('QR code for your authenticator app')).toBeTruthy();
    const codes = within(screen.getByRole('list', { name: 'Backup codes' }));
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['abc', 'Used']);
    expect(screen.getByRole('button', { name: 'Copy codes' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  });
});
