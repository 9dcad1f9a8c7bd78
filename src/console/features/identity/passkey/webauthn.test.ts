import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCredential, creationOptions, getCredential, requestOptions } from './webauthn.ts';

const buffer = (text: string) => new TextEncoder().encode(text).buffer;
const challenge = 'AQID_-8';
const login = JSON.stringify({ publicKey: { challenge, allowCredentials: [{ id: 'BAU' }] } });
const settings = JSON.stringify({
  publicKey: { challenge, rp: { name: 'Taskloom' }, user: { id: 'dQ', name: 'ada' } },
});

function stubCredentials(methods: Partial<CredentialsContainer>) {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: methods });
}

describe('options', () => {
  it('are bytes for the browser', () => {
    const options = requestOptions(login);
    expect([...(options.challenge as Uint8Array)]).toEqual([1, 2, 3, 255, 239]);
    expect(options.allowCredentials?.[0]?.id).toEqual(Uint8Array.of(4, 5));
  });

  it('are nested one level deeper in registrations and use the typed name', () => {
    const registration = JSON.stringify({
      credentialOptions: JSON.parse(settings),
      displayNameFieldName: 'traits.email',
    });
    const { user } = creationOptions(registration, 'ada@example.com');
    expect(user.displayName).toBe('ada@example.com');
    expect([...(user.id as Uint8Array)]).toEqual([117]);
  });
});

describe('ceremonies', () => {
  const credential = {
    id: 'cred',
    rawId: buffer('raw'),
    type: 'public-key',
    response: { clientDataJSON: buffer('{}'), signature: buffer('??>') },
  };

  beforeEach(() => stubCredentials({ get: vi.fn().mockResolvedValue(credential) }));

  it('return JSON as a string, with base64url inside', async () => {
    const result = await getCredential(login);
    expect(result.type).toBe('response');
    expect(JSON.parse((result as { value: string }).value)).toEqual({
      id: 'cred',
      rawId: 'cmF3',
      type: 'public-key',
      response: { clientDataJSON: 'e30', signature: 'Pz8-' },
    });
  });

  it('are not a failure when the user cancels', async () => {
    stubCredentials({
      create: vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError')),
    });
    expect(await createCredential(settings)).toEqual({ type: 'cancelled' });
  });

  it('say when the device is already registered', async () => {
    stubCredentials({
      create: vi.fn().mockRejectedValue(new DOMException('no', 'InvalidStateError')),
    });
    expect(await createCredential(settings)).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('already'),
    });
  });

  it("say when the browser doesn't support passkeys", async () => {
    vi.unstubAllGlobals();
    vi.stubGlobal('PublicKeyCredential', undefined);
    expect(await getCredential(login)).toMatchObject({ type: 'failed' });
  });
});
