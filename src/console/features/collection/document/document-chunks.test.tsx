import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { DocumentChunks } from './document-chunks.tsx';

type Props = React.ComponentProps<typeof DocumentChunks>;

const idle: Props['query'] = {
  isPending: false,
  isLoading: false,
  error: null,
  refetch: vi.fn(),
  hasNextPage: false,
  fetchNextPage: vi.fn(),
};

const open = (query: Partial<Props['query']>, isReady = true) =>
  renderConsole(
    <DocumentChunks
      chunks={[]}
      query={{ ...idle, ...query }}
      isReady={isReady}
      pane={{ current: null }}
      activeId={null}
      hoveredIds={new Set()}
      onHover={vi.fn()}
      onSelect={vi.fn()}
    />,
  );

it('offers to retry when the chunks could not be loaded', async () => {
  const refetch = vi.fn();
  open({ error: new ApiError({ status: 500 }), refetch });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledOnce();
  expect(screen.queryByText(/No chunks/)).toBeNull();
});

it('says that there are no chunks only once that is known', () => {
  open({ isLoading: true, isPending: true });
  expect(screen.queryByText(/No chunks/)).toBeNull();
});

it.each([
  [true, 'No chunks'],
  [false, 'No chunks yet'],
])('when it is %s that the document is indexed, says "%s"', (isReady, text) => {
  open({ isPending: !isReady }, isReady);
  expect(screen.getByText(text)).toBeTruthy();
});
