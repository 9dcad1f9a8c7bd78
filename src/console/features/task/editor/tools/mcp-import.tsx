import { Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { getMcpServer, replaceToolCredential } from '#generated/api/tool/tool.ts';
import type { McpServerTools, McpTool, TaskTool } from '#generated/model/index.ts';
import { McpServer } from '#generated/model/mcpServer.zod.ts';
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
  const form = useForm(
    contractForm(McpServer, {
      initialValues: { url: '', authorization: '' },
      body: ({ url, authorization }) => ({
        url,
        ...(authorization.trim() !== '' && { authorization }),
      }),
      validate: {
        url: (url) => !/^https?:\/\/\S/i.test(url.trim()) && 'Enter the server URL',
      },
    }),
  );
  const ask = async (server: McpServer) => {
    try {
      const read = await mutate(getMcpServer, orgId, projectId, server);
      onFound({ ...read, url: server.url, authorization: server.authorization ?? '' });
    } catch (error) {
      if (Object.keys(fieldErrors(error)).length > 0) throw error;
      // Whatever else went wrong, the person looks at the URL first.
      form.setFieldError('url', messageOf(error));
      return false;
    }
  };
  return (
    <Form form={form} label="MCP server" onSubmit={ask}>
      <TextInput
        label="Server URL"
        description="Streamable HTTP"
        type="url"
        placeholder="https://"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <PasswordInput
        label="Authorization header"
        description="If required. It is stored encrypted and sent with every call to this URL."
        placeholder="Bearer …"
        autoComplete="off"
        {...form.getInputProps('authorization')}
      />
      <SubmitBar label="List tools" always />
    </Form>
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
  const usable = choices.filter(({ state }) => state !== 'unusable');
  const form = useForm({ initialValues: { names: usable.map(({ tool }) => tool.name) } });
  const { names } = form.values;
  const setNames = (chosen: string[]) => form.setFieldValue('names', chosen);
  const isAll = names.length === usable.length;
  const { url, authorization } = found;
  const take = async () => {
    if (authorization !== '')
      await mutate(replaceToolCredential, orgId, projectId, { url, authorization });
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
    <Form form={form} label="Tools" guard="always" onSubmit={take}>
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
                setNames(
                  checked ? [...names, tool.name] : names.filter((name) => name !== tool.name),
                );
              }}
            />
          </li>
        ))}
      </ul>
      <SubmitBar
        label={`Import ${counted(names.length, 'tool')}`}
        disabledReason={names.length === 0 ? 'Select a tool' : null}
        cancel="Back"
        onCancel={onBack}
        always
      />
    </Form>
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
