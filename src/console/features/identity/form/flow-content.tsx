import { Anchor } from '@mantine/core';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Labelled } from '#console/ui/page/labelled.tsx';
import type { UiNode } from '../flow/flow-types.ts';
import { messageText } from '../flow/messages.ts';
import classes from './flow-content.module.css';
import { LookupCodes } from './lookup-codes.tsx';

/** Nodes that need no input: pictures, texts, links. Scripts are ignored. */
export function FlowContent({ node }: { node: UiNode }) {
  const { attributes } = node;
  const label = node.meta.label ? messageText(node.meta.label) : '';
  switch (attributes.node_type) {
    case 'img':
      return (
        <img
          className={classes.image}
          src={attributes.src}
          width={attributes.width}
          height={attributes.height}
          alt={attributes.id === 'totp_qr' ? 'QR code for your authenticator app' : label}
        />
      );
    case 'text':
      if (attributes.id === 'lookup_secret_codes') return <LookupCodes text={attributes.text} />;
      return <SecretText label={label} value={secretOf(attributes.text)} />;
    case 'a':
      return <Anchor href={attributes.href}>{messageText(attributes.title)}</Anchor>;
    default:
      return null;
  }
}

/** A text to copy by hand, such as the key of an authenticator app. */
function SecretText({ label, value }: { label: string; value: string }) {
  return (
    <Labelled label={label}>
      <div className={classes.secret}>
        <code className={classes.value}>{value.match(/.{1,4}/g)?.join(' ') ?? value}</code>
        <CopyButton value={value} what="key" />
      </div>
    </Labelled>
  );
}

function secretOf(text: { text: string; context?: object }): string {
  const { secret } = (text.context ?? {}) as { secret?: unknown };
  return typeof secret === 'string' ? secret : text.text;
}
