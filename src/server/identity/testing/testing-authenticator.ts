import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The minimal CBOR encoding that an attestation needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const b64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');

interface Creation {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface Request {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

/** Flags of the authenticator data: user present, user verified, with a new credential. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A software authenticator. It responds like `navigator.credentials`, as JSON. */
export class SoftAuthenticator {
  readonly origin: string;
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = '';
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor(origin: string) {
    this.origin = origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  get hexId(): string {
    return this.id.toString('hex');
  }

  private data(rpId: string, flags: number, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest]);
  }

  private client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin }));
  }

  create({ publicKey }: { publicKey: Creation }): string {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const authData = this.data(publicKey.rp.id, PRESENT | VERIFIED | ATTESTED, attested);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    this.userHandle = publicKey.user.id;
    return this.respond({
      clientDataJSON: b64(this.client('webauthn.create', publicKey.challenge)),
      attestationObject: b64(cbor(attestation)),
      transports: ['internal'],
    });
  }

  get({ publicKey }: { publicKey: Request }): string {
    const client = this.client('webauthn.get', publicKey.challenge);
    const authData = this.data(publicKey.rpId, PRESENT | VERIFIED);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.privateKey);
    return this.respond({
      clientDataJSON: b64(client),
      authenticatorData: b64(authData),
      signature: b64(signature),
      userHandle: this.userHandle,
    });
  }

  private respond(response: Record<string, unknown>): string {
    const id = b64(this.id);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  }
}
