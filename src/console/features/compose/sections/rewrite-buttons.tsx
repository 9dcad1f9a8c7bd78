import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { ArticleRewriteMode } from '#generated/model/index.ts';
import { useArticleEditor, useWriter } from '../editor/article-context.tsx';
import classes from './sections.module.css';

const MODES: readonly { mode: ArticleRewriteMode; label: string }[] = [
  { mode: 'regenerate', label: 'Regenerate' },
  { mode: 'expand', label: 'Expand' },
  { mode: 'shorten', label: 'Shorten' },
  { mode: 'rephrase', label: 'Rephrase' },
];

/** Requests a new version of a section, which then has to be accepted. */
export function RewriteButtons({ id, name }: { id: string; name: string }) {
  const { readOnly, writer } = useArticleEditor();
  const isBusy = useWriter(({ writing }) => writing !== null);
  const failed = useWriter((state) => state.failed?.request);
  // Keeps the instruction if the step failed.
  const [wish, setWish] = useState(() =>
    failed?.step === 'rewrite' && failed.section_id === id ? (failed.wish ?? null) : null,
  );
  const opener = useRef<HTMLButtonElement>(null);
  const isDisabled = readOnly !== null || isBusy;
  const ask = (mode: ArticleRewriteMode, wanted?: string) => {
    setWish(null);
    void writer.write({
      step: 'rewrite',
      section_id: id,
      mode,
      ...(wanted && { wish: wanted }),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wish?.trim()) ask('rephrase', wish.trim());
  };
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setWish(null);
    setTimeout(() => opener.current?.focus());
  };
  return (
    <>
      {MODES.map(({ mode, label }) => (
        <Button
          key={mode}
          size="xs"
          variant="default"
          disabled={isDisabled}
          onClick={() => ask(mode)}
        >
          {label}
        </Button>
      ))}
      {wish === null ? (
        <Button
          ref={opener}
          size="xs"
          variant="default"
          disabled={isDisabled}
          onClick={() => setWish('')}
        >
          Say how…
        </Button>
      ) : (
        <form className={classes.wish} onSubmit={submit}>
          <TextInput
            aria-label={`What should change in ${name}?`}
            placeholder="What should change? Press Enter"
            maxLength={2000}
            data-autofocus
            autoFocus
            value={wish}
            onChange={(event) => setWish(event.currentTarget.value)}
            onKeyDown={close}
          />
        </form>
      )}
    </>
  );
}
