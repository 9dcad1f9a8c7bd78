import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SearchInput } from './search-input.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

/** A search whose value is set by hand, as late as the address of a page may change. */
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

it('tells what was typed when typing pauses', () => {
  const { onChange, type, pause } = open();
  type('r');
  type('re');
  expect(onChange).not.toHaveBeenCalled();
  pause();
  expect(onChange).toHaveBeenCalledExactlyOnceWith('re');
});

it('tells at once, and once, when the field is left', () => {
  const { onChange, field, type, pause } = open();
  type('re');
  fireEvent.blur(field);
  expect(onChange).toHaveBeenCalledExactlyOnceWith('re');
  pause();
  expect(onChange).toHaveBeenCalledOnce();
});

it('loses no key to a value that comes back late', () => {
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

it('follows a value that comes from elsewhere', () => {
  const { field, type, pause, setValue } = open();
  type('re');
  pause();
  setValue('re');
  setValue('');
  expect(field.value).toBe('');
  setValue('zebra');
  expect(field.value).toBe('zebra');
});
