import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { ChatAction, ChatMessage, ChatSource } from '#generated/model/index.ts';
import classes from './assistant.module.css';

interface AssistantMessageProps {
  message: ChatMessage;
  /** Called when the person accepts what the assistant offers. */
  onAction: (action: ChatAction) => void;
}

/** A question, or an answer with links to the documentation and what it offers to do. */
export function AssistantMessage({ message, onAction }: AssistantMessageProps) {
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

/** Numbers of passages as links, and what is between backticks as code. */
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
