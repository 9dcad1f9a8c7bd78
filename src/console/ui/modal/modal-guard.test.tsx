import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Form, SubmitBar } from '../form/form.tsx';
import { Link } from '../navigation/link.tsx';
import { renderConsole } from '../testing.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { DirtyGuard } from './dirty-guard.tsx';
import { Modal } from './modal.tsx';

type Save = () => Promise<unknown>;

function NameForm({ save, onSaved }: { save: Save; onSaved: () => void }) {
  const form = useForm({ initialValues: { name: '' } });
  return (
    <Form form={form} onSubmit={save} onSaved={onSaved} label="Thing">
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <SubmitBar label="Create" always />
    </Form>
  );
}

function Dialog({ save }: { save: Save }) {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        New
      </button>
      <Link to="/other">Elsewhere</Link>
      <Modal opened={opened} onClose={() => setOpened(false)} title="New thing">
        <NameForm save={save} onSaved={() => setOpened(false)} />
      </Modal>
    </>
  );
}

const open = (save: Save = vi.fn<Save>()) =>
  renderConsole(<Dialog save={save} />, {
    at: '/',
    routes: [{ path: '/other', element: <p>Other page</p> }],
  });
const field = () => screen.findByLabelText<HTMLInputElement>('Name');
const isGone = () => waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
const question = () => screen.findByText('Discard changes?');

it('closes an unchanged dialog immediately', async () => {
  open();
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
  await userEvent.keyboard('{Escape}');
  await isGone();
  expect(screen.queryByText('Discard changes?')).toBeNull();
});

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its Close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  [
    'a click outside',
    () => userEvent.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement),
  ],
])('asks before %s discards the input', async (_, leave) => {
  open();
  await userEvent.type(await field(), 'Lamp');
  await leave();
  await question();
  expect((await field()).value).toBe('Lamp');
});

it('keeps the input and focus on Enter or Escape', async () => {
  open();
  for (const key of ['{Enter}', '{Escape}']) {
    await userEvent.type(await field(), 'x');
    await userEvent.keyboard('{Escape}');
    await question();
    const keep = screen.getByRole('button', { name: 'Keep editing' });
    await waitFor(() => expect(document.activeElement).toBe(keep));
    await userEvent.keyboard(key);
    await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
  }
  expect((await field()).value).toBe('xx');
});

it('discards on request, and returns focus to what opened the dialog', async () => {
  open();
  await userEvent.keyboard('{Escape}');
  await isGone();
  screen.getByText('New').focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.type(await field(), 'Lamp');
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await isGone();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('New'));
});

it('does not ask after saving, nor when the input was undone', async () => {
  open(() => Promise.resolve());
  await userEvent.type(await field(), 'Lamp{Enter}');
  await isGone();
  await userEvent.click(screen.getByText('New'));
  await userEvent.type(await field(), 'Lamp');
  await userEvent.clear(await field());
  await userEvent.keyboard('{Escape}');
  await isGone();
  expect(screen.queryByText('Discard changes?')).toBeNull();
});

it('guards the page too, but only while it is open', async () => {
  const { router } = open();
  await userEvent.type(await field(), 'Lamp');
  void router.navigate('/other');
  await screen.findByText('Leave without saving?');
  await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement);
  expect((await field()).value).toBe('Lamp');
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  void router.navigate('/other');
  await screen.findByText('Other page');
});

it('lets a form navigate while it is being saved', async () => {
  function Making() {
    return <Dialog save={async () => router.navigate('/other')} />;
  }
  const { router } = renderConsole(<Making />, {
    at: '/',
    routes: [{ path: '/other', element: <p>Other page</p> }],
  });
  await userEvent.type(await field(), 'Lamp{Enter}');
  await screen.findByText('Other page');
});

it('closes only the topmost dialog on Escape', async () => {
  const closed = vi.fn();
  function Two() {
    const [inner, setInner] = useState(false);
    return (
      <Modal opened onClose={closed} title="Outer">
        <button type="button" onClick={() => setInner(true)}>
          Open
        </button>
        <Modal opened={inner} onClose={() => setInner(false)} title="Inner">
          <p>Above</p>
        </Modal>
      </Modal>
    );
  }
  renderConsole(<Two />);
  await userEvent.click(await screen.findByText('Open'));
  await screen.findByText('Above');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Above')).toBeNull());
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
});

it('has the footer of every dialog: Cancel, then the action', async () => {
  const closed = vi.fn();
  function Tags() {
    const form = useForm({ initialValues: {} });
    return (
      <Modal opened onClose={closed} title="Tags">
        <Form form={form} guard="always" onSubmit={async () => undefined}>
          <SubmitBar label="Save" always />
        </Form>
      </Modal>
    );
  }
  renderConsole(<Tags />);
  await screen.findByText('Save');
  const footer = screen.getByText('Save').closest('footer');
  expect(footer?.textContent).toBe('CancelSave');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await question();
  expect(closed).not.toHaveBeenCalled();
});

it('allows a footer without a form', async () => {
  const closed = vi.fn();
  renderConsole(
    <Modal opened onClose={closed} title="Import">
      <DirtyGuard when={false} />
      <DialogFooter cancel="Later">
        <button type="button">Import</button>
      </DialogFooter>
    </Modal>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  expect(closed).toHaveBeenCalledTimes(1);
});
