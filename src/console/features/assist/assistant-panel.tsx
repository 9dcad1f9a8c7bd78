import { Button, Textarea } from '@mantine/core';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ApiError } from '#console/api/api-error.ts';
import { trackAssistantInteraction } from '#console/modules/analytics/assistant-interaction.ts';
import {
  closeAssistant,
  takeError,
  useAssistantStore,
} from '#console/modules/assistant/assistant-store.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import type { ChatAction, ChatMessage, ChatSource } from '#generated/model/index.ts';
import classes from './assistant.module.css';
import { useAssistant } from './use-assistant.ts';

const SUGGESTIONS = [
  'How do I call a task from my own program?',
  'What does a collection do?',
  'Create a task that summarises meeting notes',
];
const TEXT_MAX = 4000;

/** The conversation with the assistant. What it offers happens only when it is clicked. */
export function AssistantPanel() {
  const { orgId, projectId } = useActiveProject();
  const navigate = useNavigate();
  const assistant = useAssistant();
  const { messages, running, isPending, error } = assistant;
  const [text, setText] = useState('');
  const unexplained = useAssistantStore((state) => state.error);
  const end = useRef<HTMLDivElement>(null);
  const length = messages.at(-1)?.text.length ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever there is more text
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [messages.length, length]);

  const send = async (said: string) => {
    if (said.trim() === '' || running) return;
    setText('');
    if (!(await assistant.send(said.slice(0, TEXT_MAX)))) setText(said);
  };

  const isReady = !isPending && !error && !running;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, as soon as that is possible
  useEffect(() => {
    if (unexplained === null || !isReady) return;
    takeError();
    void send(errorQuestion(unexplained));
  }, [unexplained, isReady]);

  const accept = ({ type, path, description }: ChatAction) => {
    trackAssistantInteraction();
    closeAssistant();
    if (type === 'create_task') navigate(paths.newTask(projectId, description ?? ''));
    else if (path) navigate(pathIn(path, orgId, projectId));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(text);
  };

  return (
    <div className={classes.panel}>
      <div className={classes.messages} role="log" aria-label="Conversation">
        {isPending && <TextSkeleton lines={3} />}
        {error && <ErrorState error={error} onRetry={assistant.retry} />}
        {!isPending && !error && messages.length === 0 && (
          <div className={classes.suggestions}>
            <p className={classes.dimmed}>
              Ask how Taskloom works. Answers come from its documentation.
            </p>
            {SUGGESTIONS.map((one) => (
              <Button key={one} variant="default" size="xs" onClick={() => void send(one)}>
                {one}
              </Button>
            ))}
          </div>
        )}
        {messages.map((message) => (
          <AssistantMessage key={message.id} message={message} onAction={accept} />
        ))}
        <div ref={end} />
      </div>
      <Textarea
        aria-label="Question"
        placeholder="Ask a question"
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.bar}>
        <Button
          variant="subtle"
          size="xs"
          disabled={messages.length === 0 || running !== undefined}
          onClick={() => void assistant.restart()}
        >
          New conversation
        </Button>
        {running ? (
          <Button variant="default" size="xs" onClick={() => void assistant.stop()}>
            Stop
          </Button>
        ) : (
          <Button size="xs" disabled={text.trim() === ''} onClick={() => void send(text)}>
            Send
          </Button>
        )}
      </div>
    </div>
  );
}

/** Paths within the project or the organisation begin with `./` or `~/`. */
function pathIn(path: string, orgId: string, projectId: string): string {
  if (path.startsWith('./')) return `/projects/${projectId}/${path.slice(2)}`;
  return path.startsWith('~/') ? `/orgs/${orgId}/${path.slice(2)}` : path;
}

/** Asks what an error means and what to do about it. */
function errorQuestion({ problem, requestId, message }: ApiError): string {
  const request = requestId ? ` (request ${requestId})` : '';
  if (!problem) return `Explain this error: ${message}${request}`;
  const { title, code, detail = '' } = problem;
  return `Explain this error: ${title}, \`${code}\`. ${detail}${request}`;
}

interface AssistantMessageProps {
  message: ChatMessage;
  /** Called when the person accepts what the assistant offers. */
  onAction: (action: ChatAction) => void;
}

/** A question, or an answer with links to the documentation and suggested actions. */
function AssistantMessage({ message, onAction }: AssistantMessageProps) {
  const { role, text, sources, actions, status, error, ended_at } = message;
  if (role === 'user') return <p className={classes.question}>{text}</p>;
  return (
    <div className={classes.answer}>
      {paragraphs(text).map(({ key, paragraph }) => (
        <p key={key}>{withLinks(paragraph, sources)}</p>
      ))}
      {ended_at === null && text === '' && <p className={classes.dimmed}>Looking it up…</p>}
      {status === 'failed' && (
        <p role="alert">{error?.message ?? "The answer couldn't be written."}</p>
      )}
      {status === 'cancelled' && <p className={classes.dimmed}>Stopped.</p>}
      {sources.length > 0 && (
        <ul className={classes.sources} aria-label="Documentation">
          {sources.map((source) => (
            <li key={source.number}>
              {source.number}. <DocsLink source={source}>{source.document_name}</DocsLink>
            </li>
          ))}
        </ul>
      )}
      {actions.length > 0 && (
        <div className={classes.actions}>
          {actions.map((action) => (
            <Button key={action.label} variant="default" size="xs" onClick={() => onAction(action)}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function paragraphs(text: string): { key: number; paragraph: string }[] {
  const all = text.split(/\n\s*\n/).filter((one) => one.trim() !== '');
  return all.map((paragraph, key) => ({ key, paragraph }));
}

/** Turns passage numbers into links, and text in backticks into code. */
function withLinks(text: string, sources: readonly ChatSource[]): ReactNode[] {
  return text.split(/(`[^`\n]+`|\[\d+(?:, \d+)*\])/).map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    if (part.startsWith('`') && part.length > 2) return <code key={at}>{part.slice(1, -1)}</code>;
    const numbers = /^\[[\d, ]+\]$/.test(part) ? part.slice(1, -1).split(', ').map(Number) : [];
    const cited = sources.filter(({ number }) => numbers.includes(number));
    if (cited.length === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={at}>
        {cited.map((source) => (
          <sup key={source.number}>
            <DocsLink source={source}>{source.number}</DocsLink>
          </sup>
        ))}
      </Fragment>
    );
  });
}

/** A part of the documentation, in a new tab. */
function DocsLink({ source, children }: { source: ChatSource; children: ReactNode }) {
  const { document_id: href, document_name: name } = source;
  if (!href.startsWith('/docs')) return children;
  return (
    <a href={href} title={name} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
