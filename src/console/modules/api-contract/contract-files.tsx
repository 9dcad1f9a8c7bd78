import { Group } from '@mantine/core';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { SaveButton } from '#console/ui/display/save-button.tsx';
import { saveText } from '#console/ui/download.ts';

interface ContractFilesProps {
  /** The file names. */
  names: { client: string; document: string };
  readClient: () => Promise<string>;
  /** Gets the OpenAPI document. */
  readDocument: () => Promise<unknown>;
}

/** A contract for download: a typed client and an OpenAPI document. */
export function ContractFiles({ names, readClient, readDocument }: ContractFilesProps) {
  const readText = async () => JSON.stringify(await readDocument(), null, 2);
  return (
    <Group gap={16}>
      <Group gap={4}>
        <SaveButton
          label="Download client"
          read={readClient}
          save={(text) => saveText(names.client, text, 'text/typescript')}
        />
        <CopyButton what="client" value={readClient} />
      </Group>
      <Group gap={4}>
        <SaveButton
          label="Download OpenAPI"
          read={readText}
          save={(text) => saveText(names.document, text, 'application/json')}
        />
        <CopyButton what="OpenAPI" value={readText} />
      </Group>
    </Group>
  );
}
