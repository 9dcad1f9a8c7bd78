import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { NumberField } from './number-field.tsx';

function open({ initial = 300 as number | undefined, step = 1, min = 50, max = 2000 } = {}) {
  const onChange = vi.fn();
  function Example() {
    const [value, setValue] = useState<number | undefined>(initial);
    const change = (given: number | undefined) => {
      onChange(given);
      setValue(given);
    };
    return <NumberField label="Size" {...{ value, min, max, step }} onChange={change} />;
  }
  render(
    <MantineProvider env="test">
      <Example />
    </MantineProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Size');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { onChange, field, type };
}

it('keeps what is typed until the field is left, and reports numbers within its limits only', () => {
  const { onChange, field, type } = open();
  type('4');
  expect(field.value).toBe('4');
  expect(onChange).toHaveBeenLastCalledWith(50);
  type('400');
  expect(onChange).toHaveBeenLastCalledWith(400);
  type('4000');
  expect(onChange).toHaveBeenLastCalledWith(2000);
  fireEvent.blur(field);
  expect(field.value).toBe('2000');
});

it('can be emptied', () => {
  const { onChange, field, type } = open();
  type('');
  expect(onChange).toHaveBeenLastCalledWith(undefined);
  fireEvent.blur(field);
  expect(field.value).toBe('');
});

it('accepts fractions if its step is one', () => {
  const whole = open();
  whole.type('99.6');
  expect(whole.onChange).toHaveBeenLastCalledWith(100);
  whole.field.remove();
  const fractions = open({ initial: 0, min: 0, max: 1, step: 0.05 });
  fractions.type('0.33');
  expect(fractions.onChange).toHaveBeenLastCalledWith(0.33);
});
