import { ShownSecret } from '#console/modules/signing/shown-secret.tsx';

type WebhookSecretProps = { name: string; secret: string; onDone: () => void };

const CHECK = `// npm i standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.TASKLOOM_WEBHOOK_SECRET);
// Throws when the request is not ours, was changed, or is old.
const event = webhook.verify(body, headers);`;

/** A webhook's secret, this once, and how a receiver checks with it. */
export function WebhookSecret({ name, secret, onDone }: WebhookSecretProps) {
  return (
    <ShownSecret secret={secret} check={CHECK} onDone={onDone}>
      This is the only time that the secret of <b>{name}</b> is shown. Requests are signed with it,
      so that the receiver knows them for ours.
    </ShownSecret>
  );
}
