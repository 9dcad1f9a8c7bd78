import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { DatasetModal } from './dataset-modal.tsx';

const problem = {
  type: 't',
  title: 'Invalid request',
  status: 400,
  code: 'invalid_request',
  errors: [{ pointer: '/checks/1/value', message: 'Enter a value' }],
};

it('shows what is wrong with a check until it is changed, and keeps the focus when checks are removed', async () => {
  fakeApi(({ method }) =>
    method === 'POST'
      ? Response.json(problem, {
          status: 400,
          headers: { 'content-type': 'application/problem+json' },
        })
      : undefined,
  );
  renderInApp(<DatasetModal task={fakeTask()} onClose={vi.fn()} />);
  await userEvent.type(await screen.findByLabelText('Name'), 'Hard');
  await userEvent.click(screen.getByRole('button', { name: 'Add check' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create dataset' }));
  expect(await screen.findByText('Enter a value')).toBeTruthy();
  const value = screen.getByLabelText('Value');
  await waitFor(() => expect(document.activeElement).toBe(value));
  await userEvent.type(value, 'x');
  expect(screen.queryByText('Enter a value')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Remove check 2' }));
  const first = screen.getByRole('button', { name: 'Remove check 1' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.click(first);
  const add = screen.getByRole('button', { name: 'Add check' });
  await waitFor(() => expect(document.activeElement).toBe(add));
});

it('asks for what a check needs, and keeps what fits when its type is changed', async () => {
  const sent: unknown[] = [];
  fakeApi(({ method, body }) => {
    if (method === 'POST') sent.push(body);
    return undefined;
  });
  renderInApp(<DatasetModal task={fakeTask()} onClose={vi.fn()} />);
  await userEvent.type(await screen.findByLabelText('Name'), 'Hard');
  await userEvent.click(screen.getByRole('button', { name: 'Add check' }));
  await userEvent.type(screen.getByLabelText('Output field'), 'mood');
  const type = screen.getByRole('combobox', { name: 'Check 2' });
  await userEvent.click(type);
  await userEvent.click(await screen.findByRole('option', { name: 'Matches a pattern' }));
  expect(screen.getByLabelText('Output field')).toHaveProperty('value', 'mood');
  await userEvent.click(screen.getByRole('button', { name: 'Create dataset' }));
  expect(await screen.findByText('Required by this check')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(type);
  await userEvent.click(await screen.findByRole('option', { name: 'Latency ≤' }));
  await userEvent.type(screen.getByLabelText('Maximum latency in milliseconds'), '900');
  await userEvent.click(screen.getByRole('button', { name: 'Create dataset' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { name: 'Hard', checks: [{ type: 'schema_valid' }, { type: 'latency', max: 900 }] },
    ]),
  );
});
