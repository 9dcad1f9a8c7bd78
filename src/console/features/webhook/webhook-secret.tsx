import { ShownSecret } from '#console/modules/signing/shown-secret.tsx';

type WebhookSecretProps = { name: string; secret: string; onDone: () => void };

const CHECK = `// npm i standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.TASKLOOM_WEBHOOK_SECRET);
// Throws if the signature is invalid or expired.
const event = webhook.verify(body, headers);`;

/** A webhook's secret, shown once, with code that verifies signatures. */
export function WebhookSecret({ name, secret, onDone }: WebhookSecretProps) {
  return (
    <ShownSecret secret={secret} check={CHECK} onDone={onDone}>
      This is the only time the secret of <b>{name}</b> is shown. Requests are signed with it, so
      you can verify they come from us.
    </ShownSecret>
  );
}
