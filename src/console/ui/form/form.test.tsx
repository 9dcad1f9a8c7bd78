import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import { toast } from '../feedback/toast.ts';
import { Link } from '../navigation/link.tsx';
import { renderConsole } from '../testing.tsx';
import { Form, SubmitBar } from './form.tsx';

type Save = (values: { name: string; note: string }) => Promise<unknown>;

function Example({ save, onSaved }: { save: Save; onSaved?: () => void }) {
  const form = useForm({ initialValues: { name: 'Old', note: '' } });
  return (
    <Form form={form} onSubmit={save} onSaved={onSaved} label="Example">
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
      <SubmitBar label="Save" />
      <Link to="/other">Elsewhere</Link>
    </Form>
  );
}

const open = (save: Save, onSaved?: () => void) =>
  renderConsole(<Example save={save} onSaved={onSaved} />, {
    at: '/',
    routes: [{ path: '/other', element: <p>Other page</p> }],
  });

const taken = new ApiError({
  status: 409,
  problem: {
    type: 't',
    title: 'T',
    status: 409,
    code: 'name_taken',
    errors: [{ pointer: '/name', message: 'Names must be unique' }],
  },
});

async function change() {
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'New');
}

it('shows a server error at its field, focuses the field, and keeps the input', async () => {
  open(() => Promise.reject(taken));
  await change();
  await userEvent.type(screen.getByLabelText('Note'), 'kept');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Names must be unique')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('New');
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('kept');
});

it("shows an error in a toast if it is about no field, or about one that the form doesn't have", async () => {
  const detail = 'At most ten.';
  const problem = { type: 't', title: 'T', status: 409, code: 'name_taken', detail } as const;
  const elsewhere = { ...problem, errors: [{ pointer: '/tags/0', message: 'Too long' }] };
  const save = vi
    .fn<Save>()
    .mockRejectedValueOnce(new ApiError({ status: 409, problem }))
    .mockRejectedValueOnce(new ApiError({ status: 409, problem: elsewhere }));
  open(save);
  await change();
  const error = vi.spyOn(toast, 'error');
  for (const times of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(error).toHaveBeenCalledTimes(times));
  }
  expect(error.mock.calls).toEqual([[detail], [detail]]);
});

function Choices({ save }: { save: (values: { days: string[] }) => Promise<unknown> }) {
  const form = useForm<{ days: string[] }>({ initialValues: { days: [] } });
  const submit = async (values: { days: string[] }) => {
    if (values.days.length === 0) form.setFieldError('days', 'Choose a day');
    return values.days.length > 0 && save(values);
  };
  return (
    <Form form={form} onSubmit={submit} label="Days">
      <Checkbox.Group label="Days" {...form.getInputProps('days')}>
        <Checkbox value="mo" label="Monday" />
        <Checkbox value="tu" label="Tuesday" />
      </Checkbox.Group>
      <SubmitBar label="Save" always />
    </Form>
  );
}

it('focuses the first invalid field, even in a group, or else the button again', async () => {
  const save = vi.fn(() => Promise.reject(new ApiError({ status: 500 })));
  renderConsole(<Choices save={save} />, { at: '/' });
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Monday')));
  await userEvent.click(screen.getByLabelText('Tuesday'));
  await userEvent.click(button);
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('stays dirty when nothing was saved', async () => {
  const onSaved = vi.fn();
  open(() => Promise.resolve(false), onSaved);
  await change();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
});

it('is clean after saving, so leaving does not ask', async () => {
  const save = vi.fn<Save>().mockResolvedValue(undefined);
  const onSaved = vi.fn();
  const { router } = open(save, () => {
    onSaved();
    router.navigate('/other');
  });
  await change();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect(save).toHaveBeenCalledWith({ name: 'New', note: '' });
  expect(onSaved).toHaveBeenCalledTimes(1);
});

it('asks before leaving with unsaved changes: stays, or leaves', async () => {
  open(vi.fn());
  await change();
  await userEvent.click(screen.getByText('Elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('New');
  await userEvent.click(screen.getByText('Elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Other page')).toBeTruthy();
});

it('does not ask when nothing was changed', async () => {
  open(vi.fn());
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Other page')).toBeTruthy();
});

it('submits once, however often the button is pressed', async () => {
  const save = vi.fn<Save>(() => new Promise(() => undefined));
  open(save);
  await change();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenCalledTimes(1);
});

it('guards two forms on one page', async () => {
  function Second() {
    const form = useForm({ initialValues: { days: '30' } });
    return (
      <Form form={form} onSubmit={vi.fn()} label="Second">
        <TextInput label="Days" {...form.getInputProps('days')} />
      </Form>
    );
  }
  const warned = vi.spyOn(console, 'warn');
  renderConsole(
    <>
      <Example save={vi.fn<Save>()} />
      <Second />
    </>,
    { at: '/', routes: [{ path: '/other', element: <p>Other page</p> }] },
  );
  await change();
  await userEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  expect(warned).not.toHaveBeenCalled();
});
