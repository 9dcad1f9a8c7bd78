import { ActionIcon, Button } from '@mantine/core';
import { act, fireEvent, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderConsole } from '#console/ui/testing.tsx';

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

/** Its button loads from the first click on, until `finish`. */
function Saving({ onSave, icon }: { onSave: () => void; icon?: boolean }) {
  const [isLoading, setLoading] = useState(false);
  const start = () => {
    onSave();
    setLoading(true);
  };
  return (
    <>
      {icon ? (
        <ActionIcon aria-label="Save" loading={isLoading} onClick={start} />
      ) : (
        <Button loading={isLoading} onClick={start}>
          Save
        </Button>
      )}
      <button type="button" onClick={() => setLoading(false)}>
        Finish
      </button>
    </>
  );
}

function Submitting({ onSubmit }: { onSubmit: () => void }) {
  const [isLoading, setLoading] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
    setLoading(true);
  };
  return (
    <form onSubmit={submit}>
      <Button type="submit" loading={isLoading}>
        Save
      </Button>
    </form>
  );
}

it.each([false, true])('a button keeps focus while it loads (icon: %s)', (icon) => {
  const onSave = vi.fn();
  renderConsole(<Saving onSave={onSave} icon={icon} />);
  act(() => save().focus());
  fireEvent.click(save());
  expect(document.activeElement).toBe(save());
  expect(save().disabled).toBe(false);
  expect(save().getAttribute('aria-disabled')).toBe('true');

  fireEvent.click(save());
  expect(onSave).toHaveBeenCalledTimes(1);

  fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
  expect(save().getAttribute('aria-disabled')).not.toBe('true');
  fireEvent.click(save());
  expect(onSave).toHaveBeenCalledTimes(2);
});

it('a button that loads is disabled as soon as focus moves on', () => {
  renderConsole(<Saving onSave={vi.fn()} />);
  act(() => save().focus());
  fireEvent.click(save());
  act(() => screen.getByRole('button', { name: 'Finish' }).focus());
  expect(save().disabled).toBe(true);
});

it('a form is not submitted again by its loading button', () => {
  const onSubmit = vi.fn();
  renderConsole(<Submitting onSubmit={onSubmit} />);
  act(() => save().focus());
  fireEvent.click(save());
  fireEvent.click(save());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('is an ordinary button by default, and a link where a component says so', () => {
  renderConsole(
    <>
      <Button>Save</Button>
      <Button component="a" href="/tasks">
        Tasks
      </Button>
    </>,
  );
  expect(save().type).toBe('button');
  expect(screen.getByRole('link', { name: 'Tasks' }).tagName).toBe('A');
});
