import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as requests from './flow-requests.ts';
import type { Flow } from './flow-types.ts';
import type { Outcome } from './interpret.ts';
import { flowOf } from './testing.ts';
import { type FlowHandlers, useFlow } from './use-flow.ts';

const begin = vi.spyOn(requests, 'beginFlow');
const fetched = vi.spyOn(requests, 'fetchFlow');
const sent = vi.spyOn(requests, 'submitFlow');

const shown = (flow: Flow): Outcome => ({ type: 'show', flow });
const body = { method: 'password', password: 'secret' };

function start(flowId: string | null = null, params = {}) {
  const handlers = {
    onFlow: vi.fn(),
    onDone: vi.fn(),
    onRedirect: vi.fn(),
    onAlreadySignedIn: vi.fn(),
    onSignIn: vi.fn(),
    onFailed: vi.fn(),
  } satisfies FlowHandlers;
  const hook = renderHook(
    ({ id, query }: { id: string | null; query: object }) => useFlow('login', id, query, handlers),
    { initialProps: { id: flowId, query: params } },
  );
  return { ...hook, handlers };
}

async function ready(...args: Parameters<typeof start>) {
  const started = start(...args);
  await waitFor(() => expect(started.result.current.status).toBe('ready'));
  return started;
}

beforeEach(() => {
  vi.resetAllMocks();
  begin.mockResolvedValue(shown(flowOf([], { id: 'new' })));
});

describe('opening', () => {
  it('starts a flow and reports its id', async () => {
    const { result, handlers } = await ready(null, { return_to: '/x' });
    expect(begin).toHaveBeenCalledExactlyOnceWith('login', { return_to: '/x' });
    expect(result.current.flow?.id).toBe('new');
    expect(handlers.onFlow).toHaveBeenCalledOnce();
  });

  it('continues the flow in the URL, and does not refetch when its own id comes back', async () => {
    fetched.mockResolvedValue(shown(flowOf([], { id: 'old' })));
    const { rerender } = await ready('old');
    expect(fetched).toHaveBeenCalledExactlyOnceWith('login', 'old');
    rerender({ id: 'old', query: {} });
    expect(fetched).toHaveBeenCalledOnce();
    expect(begin).not.toHaveBeenCalled();
  });

  it('does not start twice when the URL takes over the new id', async () => {
    const { rerender } = await ready(null);
    rerender({ id: 'new', query: {} });
    expect(begin).toHaveBeenCalledOnce();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['expired', undefined],
    ['missing', undefined],
    ['security', undefined],
  ] as const)('silently replaces a flow that is %s', async (because, flowId) => {
    fetched.mockResolvedValue({ type: 'restart', because, flowId });
    const { result } = await ready('gone');
    expect(result.current.flow?.id).toBe('new');
    expect(result.current.notice).toBeNull();
  });

  it('drops a forbidden return_to and continues', async () => {
    begin.mockResolvedValueOnce({ type: 'restart', because: 'return_to' });
    await ready(null, { return_to: 'https://evil.example', aal: 'aal2' });
    expect(begin).toHaveBeenLastCalledWith('login', { aal: 'aal2' });
  });

  it('gives up when cookies are blocked, instead of looping forever', async () => {
    begin.mockResolvedValue({ type: 'restart', because: 'security' });
    const { result } = start();
    await waitFor(() => expect(result.current.status).toBe('failed'));
    expect(result.current.error).toContain('cookies');
    expect(begin.mock.calls.length).toBeLessThan(5);
  });

  it('says why there is no form', async () => {
    begin.mockResolvedValue({ type: 'failed', message: 'No connection.' });
    const { result, handlers } = start();
    await waitFor(() => expect(result.current.error).toBe('No connection.'));
    expect(handlers.onFailed).not.toHaveBeenCalled();
    begin.mockResolvedValue(shown(flowOf([])));
    act(() => result.current.restart());
    await waitFor(() => expect(result.current.status).toBe('ready'));
  });
});

describe('sending', () => {
  it('shows the returned flow, and puts its new id in the URL', async () => {
    const { result, handlers } = await ready();
    sent.mockResolvedValue(shown(flowOf([], { id: 'other' })));
    await act(() => result.current.submit(body, 'button'));
    expect(sent).toHaveBeenCalledExactlyOnceWith('login', 'new', body);
    expect(result.current).toMatchObject({ submitting: null, responses: 2 });
    expect(handlers.onFlow).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'other' }));
  });

  it('handles a response that arrives while the URL takes over the id', async () => {
    const { result, rerender, handlers } = await ready(null);
    let respond: (outcome: Outcome) => void = () => undefined;
    sent.mockReturnValue(new Promise((resolve) => (respond = resolve)));
    act(() => void result.current.submit(body));
    rerender({ id: 'new', query: {} });
    await act(async () => respond({ type: 'done', continueWith: [], signedIn: true }));
    expect(handlers.onDone).toHaveBeenCalledOnce();
  });

  it('replaces an expired form with the named flow, and says so', async () => {
    const { result } = await ready();
    sent.mockResolvedValue({ type: 'restart', because: 'expired', flowId: 'next' });
    fetched.mockResolvedValue(shown(flowOf([], { id: 'next' })));
    await act(() => result.current.submit(body));
    expect(fetched).toHaveBeenCalledExactlyOnceWith('login', 'next');
    expect(result.current.flow?.id).toBe('next');
    expect(result.current.notice).toContain('expired');
  });

  it('starts a new flow after a CSRF violation, and says so', async () => {
    const { result } = await ready();
    sent.mockResolvedValue({ type: 'restart', because: 'security' });
    await act(() => result.current.submit(body));
    expect(begin).toHaveBeenCalledTimes(2);
    expect(result.current.notice).toContain('security');
  });

  it('says what is wrong with a form that is refused twice, until one is accepted', async () => {
    const { result } = await ready();
    sent.mockResolvedValue({ type: 'restart', because: 'security' });
    await act(() => result.current.submit(body));
    expect(result.current.error).toBeNull();
    await act(() => result.current.submit(body));
    expect(result.current.error).toContain('refused this form twice');
    expect(result.current).toMatchObject({ status: 'ready', notice: null });
    sent.mockResolvedValueOnce(shown(flowOf([])));
    await act(() => result.current.submit(body));
    expect(result.current.error).toBeNull();
    await act(() => result.current.submit(body));
    expect(result.current).toMatchObject({ error: null, notice: expect.any(String) });
  });

  it('fetches the flow again if it continues in the same one', async () => {
    const { result, handlers } = await ready();
    const to = `${window.location.origin}/auth/login?flow=new`;
    sent.mockResolvedValue({ type: 'redirect', to });
    const next = flowOf([], { id: 'new', state: 'next' });
    fetched.mockResolvedValue(shown(next));
    await act(() => result.current.submit(body));
    expect(fetched).toHaveBeenCalledExactlyOnceWith('login', 'new');
    expect(result.current).toMatchObject({ flow: next, submitting: null });
    expect(handlers.onRedirect).not.toHaveBeenCalled();
  });

  it('keeps the form after a failure and reports it', async () => {
    const { result, handlers } = await ready();
    sent.mockResolvedValue({ type: 'failed', message: 'Later.' });
    await act(() => result.current.submit(body));
    expect(handlers.onFailed).toHaveBeenCalledExactlyOnceWith('Later.');
    expect(result.current).toMatchObject({ status: 'ready', submitting: null });
  });

  it('reports where to continue', async () => {
    const { result, handlers } = await ready();
    const flow = expect.objectContaining({ id: 'new' });
    sent.mockResolvedValueOnce({ type: 'redirect', to: '/elsewhere' });
    await act(() => result.current.submit(body));
    expect(handlers.onRedirect).toHaveBeenCalledExactlyOnceWith('/elsewhere', flow, body);
    sent.mockResolvedValueOnce({ type: 'done', continueWith: [], signedIn: true });
    await act(() => result.current.submit(body));
    expect(handlers.onDone).toHaveBeenCalledExactlyOnceWith([], true, flow);
    sent.mockResolvedValueOnce({ type: 'sign_in' });
    await act(() => result.current.submit(body));
    expect(handlers.onSignIn).toHaveBeenCalledOnce();
    sent.mockResolvedValueOnce({ type: 'already_signed_in' });
    await act(() => result.current.submit(body));
    expect(handlers.onAlreadySignedIn).toHaveBeenCalledOnce();
  });
});
