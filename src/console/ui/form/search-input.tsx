import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isPageKey } from '../keyboard/page-keys.ts';

type SearchInputProps = {
  /** The current filter of the list. */
  value: string;
  /** Called 150 ms after the last keystroke, and immediately when cleared. */
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
};

const delay = 150;

/** A search field above a list. `/` focuses it, Escape clears it. */
export function SearchInput({ value, onChange, label, placeholder = label }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The value reported last that has not come back as a prop yet.
  const [reported, setReported] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (value !== shown) {
    setShown(value);
    const at = reported.indexOf(value);
    setReported(at < 0 ? [] : reported.slice(at + 1));
    // The value changed from outside (Back, a cleared filter), so the field follows. A reported value that
    // merely arrives late must not undo keystrokes made since.
    if (at < 0) setText(value);
  }

  useEffect(() => {
    if (text === value) return;
    timer.current = setTimeout(() => {
      setReported((before) => [...before, text]);
      onChange(text);
    }, delay);
    return () => clearTimeout(timer.current);
  }, [text, value, onChange]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isPageKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  /** Reported on blur: clicking something refers to the filtered list, and a later update could undo the click. */
  const settle = () => {
    if (text === value || reported.at(-1) === text) return;
    clearTimeout(timer.current);
    setReported((before) => [...before, text]);
    onChange(text);
  };

  const clear = () => {
    setText('');
    if (value === '') return;
    setReported((before) => [...before, '']);
    onChange('');
  };

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text === '') input.current?.blur();
        else clear();
      }}
      leftSection={<IconSearch />}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      w={{ base: '100%', sm: 280 }}
    />
  );
}
