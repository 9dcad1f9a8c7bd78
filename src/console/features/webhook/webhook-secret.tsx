import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '#console/ui/code-block.tsx';

type WebhookSecretProps = { name: string; secret: string; onDone: () => void };

const CHECK = `// npm i standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.TASKLOOM_WEBHOOK_SECRET);
// Throws when the request is not ours, was changed, or is old.
const event = webhook.verify(body, headers);`;

/** A webhook's secret, this once, and how a receiver checks with it. */
export function WebhookSecret({ name, secret, onDone }: WebhookSecretProps) {
  return (
    <Stack gap="md">
      <Text>
        This is the only time that the secret of <b>{name}</b> is shown. Requests are signed with
        it, so that the receiver knows them for ours.
      </Text>
      <CodeBlock code={secret} label="secret" wrap />
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          Check a request, with any library for Standard Webhooks
        </Text>
        <CodeBlock code={CHECK} label="example" />
      </div>
      <Group justify="flex-end">
        <Button onClick={onDone}>I've copied it</Button>
      </Group>
    </Stack>
  );
}
