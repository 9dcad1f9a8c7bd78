import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderConsole } from '#console/ui/testing.tsx';
import { ShortcutList } from './shortcut-list.tsx';

it('focuses the list, so that the arrow keys scroll it', async () => {
  renderConsole(<ShortcutList opened onClose={() => undefined} />);
  const list = await screen.findByRole('region', { name: 'Lists' });
  await waitFor(() => expect(document.activeElement).toBe(list.parentElement));
});
