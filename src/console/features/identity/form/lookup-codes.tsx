import { Button, Group } from '@mantine/core';
import type { UiText } from '@ory/client';
import { IconDownload } from '@tabler/icons-react';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { saveText } from '#console/ui/download.ts';
import classes from './lookup-codes.module.css';

const used = 1050014;

/** The codes in a text of the flow. Used ones keep their position. */
export function codesOf(text: UiText): { code: string; used: boolean }[] {
  const { secrets } = (text.context ?? {}) as { secrets?: UiText[] };
  if (!secrets) {
    return text.text.split(/[\s,]+/).flatMap((code) => (code ? [{ code, used: false }] : []));
  }
  return secrets.map((secret) => {
    const context = (secret.context ?? {}) as { secret?: unknown };
    const code = typeof context.secret === 'string' ? context.secret : secret.text;
    return { code, used: secret.id === used };
  });
}

/** Backup codes in a grid, to copy or download. */
export function LookupCodes({ text }: { text: UiText }) {
  const codes = codesOf(text);
  const plain = codes.flatMap((each) => (each.used ? [] : [each.code])).join('\n');

  return (
    <div>
      <ol className={classes.grid} aria-label="Backup codes">
        {codes.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: used codes have no text of their own
          <li key={index} className={classes.code} data-used={each.used || undefined}>
            {each.used ? 'Used' : each.code}
          </li>
        ))}
      </ol>
      <Group gap="sm" mt="sm">
        <CopyButton variant="default" what="codes" value={plain} />
        <Button variant="default" leftSection={<IconDownload />} onClick={() => download(plain)}>
          Download
        </Button>
      </Group>
    </div>
  );
}

function download(codes: string): void {
  const text = `Taskloom backup codes (${globalThis.location.host})\nEach code works once.\n\n${codes}\n`;
  saveText('taskloom-backup-codes.txt', text);
}
