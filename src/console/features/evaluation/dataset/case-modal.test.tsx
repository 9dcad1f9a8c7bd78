import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeDefinition, fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { CaseModal } from './case-modal.tsx';

function open() {
  const calls = fakeApi(({ url, method }) => {
    if (url.endsWith('/draft')) return Response.json({ definition: fakeDefinition(), etag: '"1"' });
    if (method !== 'POST' || !url.endsWith('/case')) return undefined;
    const errors = [{ pointer: '/inputs/stars', message: 'Must be at most 5.' }];
    const problem = { type: '', title: 'Invalid', status: 400, code: 'validation_failed', errors };
    return Response.json(problem, { status: 400 });
  });
  const onClose = vi.fn();
  renderInApp(<CaseModal task={fakeTask()} datasetId="dataset_1" one={null} onClose={onClose} />);
  return { calls, onClose };
}

const isInvalid = (label: RegExp) =>
  screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';

describe('the form of a case', () => {
  it('shows a missing input at its field, and asks before it is discarded', async () => {
    const user = userEvent.setup();
    const { calls, onClose } = open();
    await user.type(await screen.findByLabelText('Name'), 'Broken lamp');
    await user.click(screen.getByRole('button', { name: 'Add case' }));
    await waitFor(() => expect(isInvalid(/^review/)).toBe(true));
    expect(calls.some(({ url }) => url.endsWith('/case'))).toBe(false);
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Discard changes?')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("shows the server's error about an input at its field", async () => {
    const user = userEvent.setup();
    open();
    await user.type(await screen.findByLabelText(/^review/), 'The lamp arrived broken.');
    await user.click(screen.getByRole('button', { name: 'Add case' }));
    expect(await screen.findByText('Must be at most 5.')).toBeTruthy();
    expect(isInvalid(/^stars/)).toBe(true);
  });
});
