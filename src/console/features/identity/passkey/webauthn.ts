/** The result of the browser's dialog for passkeys and security keys. */
export type CeremonyResult =
  | { type: 'response'; value: string }
  | { type: 'cancelled' }
  | { type: 'failed'; message: string };

type Json = Record<string, unknown>;

/** Whether this browser supports passkeys. */
export function supportsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/**
 * Creates a passkey or security key.
 * @param data JSON of the flow: `{publicKey}`, or `{credentialOptions: {publicKey}, …}` in a registration
 * @param displayName the owner's name, when the flow leaves it to the page
 */
export function createCredential(data: string, displayName?: string): Promise<CeremonyResult> {
  return ceremony(async () => {
    const publicKey = creationOptions(data, displayName);
    return navigator.credentials.create({ publicKey });
  });
}

/**
 * Proves possession of a passkey or security key.
 * @param data JSON of the flow: `{publicKey}`
 * @param signal aborts a request that waits in the autofill list
 */
export function getCredential(data: string, signal?: AbortSignal): Promise<CeremonyResult> {
  return ceremony(async () => {
    const publicKey = requestOptions(data);
    return navigator.credentials.get({
      publicKey,
      ...(signal && { signal, mediation: 'conditional' as const }),
    });
  });
}

/** Whether the browser can offer passkeys in its autofill list. */
export async function supportsAutofill(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

async function ceremony(run: () => Promise<Credential | null>): Promise<CeremonyResult> {
  if (!supportsPasskeys()) {
    return { type: 'failed', message: "This browser doesn't support passkeys. Try another way." };
  }
  try {
    const credential = await run();
    if (credential === null) return { type: 'cancelled' };
    return { type: 'response', value: JSON.stringify(toJson(credential as PublicKeyCredential)) };
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): CeremonyResult {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return { type: 'cancelled' };
  if (name === 'InvalidStateError') {
    return { type: 'failed', message: 'This device already has a passkey for your account.' };
  }
  return { type: 'failed', message: "Your device couldn't do that. Try another way." };
}

/** The challenge and all ids are base64url in JSON and bytes in the browser. */
export function creationOptions(
  data: string,
  displayName?: string,
): PublicKeyCredentialCreationOptions {
  const parsed = JSON.parse(data) as { publicKey?: Json; credentialOptions?: { publicKey: Json } };
  const options = (parsed.credentialOptions?.publicKey ?? parsed.publicKey ?? {}) as Json;
  const user = options.user as Json;
  const named = displayName ? { name: displayName, displayName } : {};
  return {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...user, ...named, id: bytes(user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
}

/** Like {@link creationOptions}, for signing in. */
export function requestOptions(data: string): PublicKeyCredentialRequestOptions {
  const options = (JSON.parse(data) as { publicKey: Json }).publicKey;
  return {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
}

/** The field of a registration that names the passkey's owner. */
export function displayNameField(data: string): string | null {
  const parsed = JSON.parse(data) as { displayNameFieldName?: string };
  return parsed.displayNameFieldName ?? null;
}

function descriptors(list: unknown): unknown[] {
  if (!Array.isArray(list)) return [];
  return list.map((item: Json) => ({ ...item, id: bytes(item.id) }));
}

function bytes(value: unknown): Uint8Array {
  const text = atob(String(value).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function base64url(buffer: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The credential in the format of the identity service. */
function toJson({ id, rawId, type, response }: PublicKeyCredential): Json {
  const parts = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ];
  const found = parts.flatMap((part) => {
    const value = (response as unknown as Record<string, ArrayBuffer | null | undefined>)[part];
    return value ? [[part, base64url(value)] as const] : [];
  });
  return { id, rawId: base64url(rawId), type, response: Object.fromEntries(found) };
}
