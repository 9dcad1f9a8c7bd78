import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { configureApi } from '../../api/config.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { json, problem, stubFetch } from '../../api/testing.ts';
import { renderConsole, renderOnce } from '../../ui/testing.tsx';
import { Permitted } from './permitted.tsx';

const scope = { level: 'project', orgId: 'o', projectId: 'p' } as const;
const path = '/api/v1/org/o/project/p/iam/test';

beforeEach(() =>
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' }),
);

function grant(...permissions: string[]) {
  return stubFetch({ [`POST ${path}`]: json({ permissions, id: 'p', level: 'project' }) });
}

function Two({ onClick = () => undefined }: { onClick?: () => void }) {
  return (
    <>
      <Permitted on={scope} name="create_task">
        <Button onClick={onClick}>New task</Button>
      </Permitted>
      <Permitted on={scope} name="run_task">
        <Button>Run</Button>
      </Permitted>
    </>
  );
}

it('tests all permissions of a scope in one call and caches the result forever', async () => {
  renderOnce();
  const { calls } = grant('run_task');
  const { client, unmount } = renderConsole(<Two />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({
    permissions: expect.arrayContaining(['create_task', 'run_task', 'edit', 'remove_owner']),
  });
  const key = queryKeys.permissions('project', 'p');
  await waitFor(() => expect(client.getQueryData(key)).toBeDefined());
  const query = client.getQueryCache().find({ queryKey: key });
  expect(query?.gcTime).toBe(Number.POSITIVE_INFINITY);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 });
  expect(
    query?.observers.some(({ options }) => query.isStaleByTime(options.staleTime as number)),
  ).toBe(false);
  unmount();
});

it('disables a forbidden control and gives the reason', async () => {
  grant('run_task');
  const onClick = vi.fn();
  renderConsole(<Two onClick={onClick} />);
  const button = screen.getByRole('button', { name: 'New task' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  await userEvent.hover(button);
  expect(
    await screen.findByText('Only editors and owners of this project can do this.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run' }).getAttribute('aria-disabled')).toBeNull();
});

it('leaves the decision to the server while the result is unknown', async () => {
  stubFetch({ [`POST ${path}`]: problem(500) });
  const onClick = vi.fn();
  renderConsole(<Two onClick={onClick} />);
  await userEvent.click(screen.getByRole('button', { name: 'New task' }));
  expect(onClick).toHaveBeenCalled();
});
