import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { TemplateDialog } from './template-dialog.tsx';

it('keeps what was entered when nothing was saved', async () => {
  const user = userEvent.setup();
  const calls = fakeApi(() => undefined);
  renderInApp(
    <TemplateDialog
      orgId="org_1"
      title="Save as template"
      initial={{ name: 'Reviews', description: '', tags: [] }}
      complete={async () => null}
      onClose={() => undefined}
    />,
  );
  await user.type(await screen.findByLabelText('Tags'), 'Support');
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Discard changes?')).toBeTruthy();
  expect(calls).toEqual([]);
});
