import { expect, it } from 'vitest';
import { newWebhookSecret } from '#domain/webhook/webhook-secret.ts';
import { signatureHeaders } from './signature.ts';

// The example of the Standard Webhooks specification.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const plain = { seal: (_: string, text: string) => text, open: (_: string, text: string) => text };
const newSecret = () => newWebhookSecret(plain, 'https://example.com').secret;
const event = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1614265330_000),
  body: '{"test": 2432232314}',
};

it('signs according to Standard Webhooks', () => {
  expect(signatureHeaders(event, [secret])).toEqual({
    'webhook-id': event.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs with both secrets during a rotation', () => {
  const both = signatureHeaders(event, [newSecret(), secret])['webhook-signature'];
  expect(both?.split(' ')[1]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('creates unguessable secrets', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});
