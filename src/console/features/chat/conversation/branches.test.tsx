import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderConsole } from '#console/ui/testing.tsx';
import { Branches } from './branches.tsx';

const sibling_ids = ['message_1', 'message_2', 'message_3'];

/** Like the list of messages, which replaces a message by its alternative. */
function Alternatives() {
  const [id, setId] = useState('message_3');
  const message = { id, sibling_ids, role: 'assistant' as const };
  return (
    <div key={id}>
      <Branches message={message} onChoose={setId} />
      <textarea aria-label="Message" />
    </div>
  );
}

it('goes through alternatives with one key, to the last one and back', async () => {
  const user = userEvent.setup();
  renderConsole(<Alternatives />);
  await user.tab();
  await user.keyboard('{Enter}{Enter}{Enter}');
  const previous = screen.getByRole('button', { name: 'Previous answer' });
  expect(screen.getByText('1 / 3')).toBeDefined();
  expect(document.activeElement).toBe(previous);
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByText('2 / 3')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next answer' }));
});
