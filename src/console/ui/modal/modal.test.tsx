import { Menu } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { keepFocusInList } from '../keyboard/focus.ts';
import { useTakeFocus } from '../keyboard/use-return-focus.ts';
import { renderConsole } from '../testing.tsx';
import { Modal } from './modal.tsx';

const focused = () => document.activeElement?.textContent;

/** A dialog that is only mounted while open, opened by a button and by a menu. */
function Openers() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ask
      </button>
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Ask in a dialog</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <Modal opened onClose={() => setOpened(false)} title="Question">
          <input aria-label="Name" data-autofocus />
        </Modal>
      )}
    </>
  );
}

async function closeDialog() {
  const field = await screen.findByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
}

it('returns focus to what opened it', async () => {
  renderConsole(<Openers />);
  screen.getByText('Ask').focus();
  await userEvent.keyboard('{Enter}');
  await closeDialog();
  await waitFor(() => expect(focused()).toBe('Ask'));
});

it('returns focus to the button of the menu that opened it', async () => {
  renderConsole(<Openers />);
  screen.getByText('More').focus();
  await userEvent.keyboard('{Enter}');
  const item = await screen.findByText('Ask in a dialog');
  await userEvent.click(item);
  await closeDialog();
  await waitFor(() => expect(focused()).toBe('More'));
});

function Steps() {
  const [done, setDone] = useState(false);
  return (
    <Modal opened onClose={() => undefined} title={done ? 'Copy your key' : 'Create key'}>
      {done ? (
        <button type="button">Copy</button>
      ) : (
        <button type="button" onClick={() => setDone(true)}>
          Create
        </button>
      )}
    </Modal>
  );
}

it('focuses content that replaces the focused content', async () => {
  renderConsole(<Steps />);
  const create = await screen.findByText('Create');
  create.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe('Copy'));
});

function Views() {
  const [opened, setOpened] = useState(false);
  return opened ? (
    <Detail onBack={() => setOpened(false)} />
  ) : (
    <button type="button" onClick={() => setOpened(true)}>
      Open
    </button>
  );
}

function Detail({ onBack }: { onBack: () => void }) {
  const back = useRef<HTMLButtonElement>(null);
  useTakeFocus(back);
  return (
    <button type="button" ref={back} onClick={onBack}>
      Back
    </button>
  );
}

it('moves focus into a view that replaces another', async () => {
  renderConsole(<Views />);
  await userEvent.click(screen.getByText('Open'));
  expect(focused()).toBe('Back');
});

it('leaves focus alone when a view appears beside it', async () => {
  renderConsole(
    <>
      <button type="button">Elsewhere</button>
      <Views />
    </>,
  );
  const open = screen.getByText('Open');
  screen.getByText('Elsewhere').focus();
  act(() => open.click());
  expect(focused()).toBe('Elsewhere');
});

function Rows() {
  const [rows, setRows] = useState(['one', 'two']);
  return (
    <section>
      <button type="button">Add</button>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button
              type="button"
              data-remove
              onClick={(event) => {
                keepFocusInList(event.currentTarget);
                setRows((now) => now.filter((each) => each !== row));
              }}
            >
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

it('moves focus when a row is removed: to the next row, else the previous one, else the section', async () => {
  renderConsole(<Rows />);
  await userEvent.click(screen.getByText('Remove one'));
  await waitFor(() => expect(focused()).toBe('Remove two'));
  await userEvent.click(screen.getByText('Remove two'));
  await waitFor(() => expect(focused()).toBe('Add'));
});
