import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderConsole } from '../testing.tsx';
import { MenuButton } from './menu-button.tsx';

const reason = 'Only owners can delete it.';

it('a disabled item can be reached by keyboard, says why, and does nothing', async () => {
  const rename = vi.fn();
  const remove = vi.fn();
  renderConsole(
    <main>
      <MenuButton
        actions={[
          { label: 'Rename', onClick: rename },
          { label: 'Delete', onClick: remove, danger: true, disabled: reason },
        ]}
      >
        <button type="button">Actions</button>
      </MenuButton>
    </main>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  const first = await screen.findByRole('menuitem', { name: 'Rename' });
  const last = screen.getByRole('menuitem', { name: 'Delete' });
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown', code: 'ArrowDown' });
  expect(document.activeElement).toBe(last);
  expect(last.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(last.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    reason,
  );

  fireEvent.click(last);
  expect(remove).not.toHaveBeenCalled();
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toBe(last);

  fireEvent.click(first);
  expect(rename).toHaveBeenCalledTimes(1);
});
