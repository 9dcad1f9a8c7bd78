import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SearchInput } from './search-input.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

/** A search input whose value is set by the test, because a URL update may arrive late. */
function open() {
  const onChange = vi.fn();
  const element = (value: string) => (
    <MantineProvider env="test">
      <SearchInput value={value} onChange={onChange} label="Search" />
    </MantineProvider>
  );
  const { rerender } = render(element(''));
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const pause = () => act(() => vi.advanceTimersByTime(150));
  return { onChange, field, type, pause, setValue: (value: string) => rerender(element(value)) };
}

it('reports the text when typing pauses', () => {
  const { onChange, type, pause } = open();
  type('r');
  type('re');
  expect(onChange).not.toHaveBeenCalled();
  pause();
  expect(onChange).toHaveBeenCalledExactlyOnceWith('re');
});

it('reports immediately, and only once, on blur', () => {
  const { onChange, field, type, pause } = open();
  type('re');
  fireEvent.blur(field);
  expect(onChange).toHaveBeenCalledExactlyOnceWith('re');
  pause();
  expect(onChange).toHaveBeenCalledOnce();
});

it('loses no keystroke to a value that arrives late', () => {
  const { field, type, pause, setValue } = open();
  type('re');
  pause();
  type('rep');
  pause();
  type('repo');
  setValue('re');
  expect(field.value).toBe('repo');
  setValue('rep');
  expect(field.value).toBe('repo');
});

it('follows a value set from outside', () => {
  const { field, type, pause, setValue } = open();
  type('re');
  pause();
  setValue('re');
  setValue('');
  expect(field.value).toBe('');
  setValue('zebra');
  expect(field.value).toBe('zebra');
});
