import { Stack } from '@mantine/core';
import { useState } from 'react';
import { publicApiUrl } from '#console/api/config.ts';
import { readOnce } from '#console/api/query/calls.ts';
import { ContractFiles } from '#console/modules/api-contract/contract-files.tsx';
import { KeyNote } from '#console/modules/api-contract/key-note.tsx';
import { LANGUAGES } from '#console/modules/api-contract/languages.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  ASK_MODES,
  type AskMode,
  chatSnippet,
  exampleMessage,
} from '#core/chat/contract/snippets.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '#core/task/snippets/snippets.ts';
import { getGetChatClientQueryOptions, useGetChatOpenApi } from '#generated/api/chat/chat.ts';
import type { Chat } from '#generated/model/index.ts';
import { UNTITLED } from '../use-chat-actions.ts';
import classes from './api.module.css';

const modes: Record<AskMode, { label: string; hint: string }> = {
  sync: { label: 'Sync', hint: 'Waits until the answer is complete.' },
  stream: { label: 'Stream', hint: 'Streams events, with the text as it is generated.' },
};

/** How to use a chat through the API: URL, code and typed client. */
export function ApiDialog({ chat, onClosed }: { chat: Chat; onClosed: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const [mode, setMode] = useState<AskMode>('sync');
  const at = [orgId, projectId, chat.id] as const;
  const contract = useGetChatOpenApi(...at, { query: { meta: { silent: true } } });
  const stem = stemOf(chat.title || UNTITLED, 'chat');
  const url = `${publicApiUrl()}/org/${orgId}/project/${projectId}/chat/${chat.id}/message`;
  const message = contract.data && exampleMessage(contract.data);

  return (
    <Modal onClosed={onClosed} title="API" size="xl">
      <Stack gap="lg">
        <section>
          <SectionTitle>Endpoint</SectionTitle>
          <CodeBlock code={`POST ${url}`} what="endpoint" wrap />
          {chat.audience === 'private' && (
            <p className={classes.lead}>
              This chat is private. Share it with the project, so that API keys can use it.
            </p>
          )}
        </section>
        {contract.error ? (
          <ErrorState error={contract.error} onRetry={() => contract.refetch()} />
        ) : !message ? (
          <TextSkeleton lines={8} />
        ) : (
          <>
            <section>
              <SectionTitle>Send a message</SectionTitle>
              <div className={classes.controls}>
                <Segmented
                  size="xs"
                  label="Language"
                  value={language}
                  onChange={setLanguage}
                  items={SNIPPET_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
                />
                <Segmented
                  size="xs"
                  label="Response mode"
                  value={mode}
                  onChange={setMode}
                  items={ASK_MODES.map((value) => ({ value, label: modes[value].label }))}
                />
              </div>
              <p className={classes.lead}>{modes[mode].hint}</p>
              <CodeBlock
                code={chatSnippet(language, mode, { url, message, clientName: `${stem}.ts` })}
                what={`${LANGUAGES[language]} call`}
                maxHeight={420}
              />
              <p className={classes.lead}>
                <KeyNote projectId={projectId} />
              </p>
            </section>
            <section>
              <SectionTitle>Typed client</SectionTitle>
              <p className={classes.lead}>
                One TypeScript file with types, zod validators, and a client that asks, streams and
                resumes. Its only dependency is zod.
              </p>
              <ContractFiles
                names={{ client: `${stem}.ts`, document: `${stem}.openapi.json` }}
                readClient={() => readOnce(getGetChatClientQueryOptions(...at))}
                readDocument={async () => contract.data}
              />
            </section>
          </>
        )}
      </Stack>
    </Modal>
  );
}
