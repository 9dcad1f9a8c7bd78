import { Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { DialogForm } from '#console/ui/modal/dialog-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { URL_MAX } from '#core/limits.ts';
import {
  getMcpServer,
  invalidateListToolCredentials,
  replaceToolCredential,
} from '#generated/api/tool/tool.ts';
import type { McpServerTools, McpTool, TaskTool } from '#generated/model/index.ts';
import classes from './mcp-import.module.css';
import { choicesOf, type McpChoice } from './mcp-tools.ts';

interface McpImportProps {
  tools: readonly TaskTool[];
  disabled: boolean;
  onImport: (chosen: McpTool[], url: string) => void;
}

interface Found extends McpServerTools {
  url: string;
  authorization: string;
}

/** Imports tools from an MCP server: asks for its URL, then which tools to import. */
export function McpImport({ tools, disabled, onImport }: McpImportProps) {
  const [opened, setOpened] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlugConnected />}
        disabled={disabled}
        onClick={() => setOpened(true)}
      >
        Import from MCP server
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        onClosed={() => setFound(null)}
        title={found ? `Tools on ${found.server_name ?? hostOf(found.url)}` : 'Import tools'}
        size="lg"
      >
        {found ? (
          <ChooseTools
            found={found}
            choices={choicesOf(found.tools, tools)}
            onBack={() => setFound(null)}
            onChosen={(chosen) => {
              onImport(chosen, found.url);
              close();
            }}
          />
        ) : (
          <AskServer onFound={setFound} />
        )}
      </Modal>
    </>
  );
}

function AskServer({ onFound }: { onFound: (found: Found) => void }) {
  const { orgId, projectId } = useActiveProject();
  const [url, setUrl] = useState('');
  const [authorization, setAuthorization] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const ask = async () => {
    setErrors({});
    const at = url.trim();
    if (!/^https?:\/\/\S/i.test(at)) return setErrors({ url: 'Enter the server URL' });
    const given = authorization.trim();
    try {
      const body = { url: at, ...(given !== '' && { authorization: given }) };
      const read = await getMcpServer(orgId, projectId, body);
      onFound({ ...read, url: at, authorization: given });
    } catch (error) {
      const fields = fieldErrors(error);
      const isField = Object.keys(fields).length > 0;
      setErrors(isField ? fields : { url: messageOf(error) });
    }
  };
  return (
    <DialogForm label="List tools" dirty={url.trim() !== '' || authorization !== ''} onSubmit={ask}>
      <TextInput
        label="Server URL"
        description="Streamable HTTP"
        type="url"
        placeholder="https://"
        data-autofocus
        maxLength={URL_MAX}
        value={url}
        error={errors.url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <PasswordInput
        label="Authorization header"
        description="If required. It is stored encrypted and sent with every call."
        placeholder="Bearer …"
        autoComplete="off"
        maxLength={4000}
        value={authorization}
        error={errors.authorization}
        onChange={(event) => setAuthorization(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

interface ChooseToolsProps {
  found: Found;
  choices: readonly McpChoice[];
  onBack: () => void;
  onChosen: (chosen: McpTool[]) => void;
}

function ChooseTools({ found, choices, onBack, onChosen }: ChooseToolsProps) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const usable = choices.filter(({ state }) => state !== 'unusable');
  const [names, setNames] = useState(() => usable.map(({ tool }) => tool.name));
  const isAll = names.length === usable.length;
  const { url, authorization } = found;
  const take = async () => {
    if (authorization !== '') {
      await replaceToolCredential(orgId, projectId, { url, authorization });
      await invalidateListToolCredentials(client, orgId, projectId);
    }
    const chosen = usable.filter(({ tool }) => names.includes(tool.name));
    onChosen(chosen.map(({ tool }) => tool));
  };
  if (choices.length === 0) {
    return (
      <Stack>
        <Text>This server offers no tools.</Text>
        <DialogFooter cancel="Back" onCancel={onBack} />
      </Stack>
    );
  }
  return (
    <DialogForm
      label={names.length === 1 ? 'Import 1 tool' : `Import ${names.length} tools`}
      disabled={names.length === 0}
      dirty
      cancel="Back"
      onCancel={onBack}
      onSubmit={take}
    >
      {usable.length > 1 && (
        <Checkbox
          label={`Select all (${usable.length})`}
          checked={isAll}
          indeterminate={names.length > 0 && !isAll}
          onChange={() => setNames(isAll ? [] : usable.map(({ tool }) => tool.name))}
        />
      )}
      <ul className={classes.list} aria-label="Tools on the server">
        {choices.map(({ tool, state, reason }) => (
          <li key={tool.name} className={classes.item}>
            <Checkbox
              label={<span className="tl-mono">{tool.name}</span>}
              description={reason ?? describe(tool, state)}
              disabled={state === 'unusable'}
              checked={names.includes(tool.name)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setNames((now) =>
                  checked ? [...now, tool.name] : now.filter((name) => name !== tool.name),
                );
              }}
            />
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}

function describe({ description, parameters }: McpTool, state: McpChoice['state']): string {
  const named = Object.keys((parameters.properties as object | undefined) ?? {});
  const takes = named.length === 0 ? 'No parameters.' : `Parameters: ${named.join(', ')}.`;
  const update = state === 'update' ? ' Already in this task; importing updates it.' : '';
  return `${description === '' ? 'No description.' : description} ${takes}${update}`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
