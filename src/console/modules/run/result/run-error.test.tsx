import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import type { ProblemCode } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { renderInApp } from '../testing-render.tsx';
import { RunErrorBlock, runProblemOf } from './run-error.tsx';
import { runErrorGuide } from './run-error-guide.ts';

const codes = Object.keys(runErrorGuide) as ProblemCode[];

describe('an error of a run', () => {
  it.each(codes)('%s shows its title, message and advice', (code) => {
    const happened = 'What happened this time. What to do about it.';
    renderInApp(<RunErrorBlock code={code} message={happened} />);
    const block = screen.getByRole('alert');
    expect(block.textContent).toContain(PROBLEMS[code][1]);
    expect(block.textContent).toContain(code);
    if (code === 'internal_error') return;
    const isSpecified = code === 'insufficient_balance';
    expect(block.textContent).toContain(isSpecified ? runErrorGuide[code].advice : happened);
  });

  it('shows the specified message for what is our fault', () => {
    renderInApp(<RunErrorBlock code="internal_error" message="As it was stored last year." />);
    const text = screen.getByRole('alert').textContent;
    expect(text).toContain(
      'There was a problem, it has been reported to our team. Please try again later.',
    );
    expect(text).toContain('Include the request ID when contacting support.');
    expect(text).not.toContain('Idempotency-Key');
  });

  it('covers every code that a model provider can cause', () => {
    const fromModels = Object.keys(PROBLEMS).filter((code) => code.startsWith('model_'));
    expect(codes).toEqual(expect.arrayContaining(fromModels));
  });

  it('offers a retry where that helps, but not in the log', async () => {
    const onRetry = vi.fn();
    const { unmount } = renderInApp(
      <RunErrorBlock code="model_timeout" message="Too slow" onRetry={onRetry} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    unmount();
    renderInApp(<RunErrorBlock code="model_timeout" message="Too slow" />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows how long the provider asks to wait', () => {
    renderInApp(<RunErrorBlock code="model_rate_limited" message="Busy" retry_after={20} />);
    expect(screen.getByText(/Retry after 20 s/)).toBeTruthy();
  });

  it('lists every field error', () => {
    const errors = [{ pointer: '/inputs/review', message: 'Too long' }];
    renderInApp(<RunErrorBlock code="invalid_request" message="No" errors={errors} />);
    const list = within(screen.getByRole('list'));
    expect(list.getByText('/inputs/review')).toBeTruthy();
    expect(list.getByText(/Too long/)).toBeTruthy();
  });

  it('comes from a refused call, a failed run or a missing response', () => {
    const refused = new ApiError({
      status: 503,
      requestId: 'req_1',
      problem: { type: 't', title: 'T', status: 503, code: 'unavailable', detail: 'Slow down' },
    });
    expect(runProblemOf(refused)).toMatchObject({
      code: 'unavailable',
      message: 'Slow down',
      requestId: 'req_1',
    });
    const failed = { code: 'model_failed' as const, message: 'HTTP 500' };
    expect(runProblemOf(failed)).toMatchObject(failed);
    expect(runProblemOf(new ApiError({ status: 0 }))).toMatchObject({ code: null });
    expect(runProblemOf(null)).toMatchObject({ code: null });
  });
});

it("goes to problems in the draft, which aren't in the inputs", async () => {
  const onGoTo = vi.fn();
  renderInApp(
    <RunErrorBlock
      code="invalid_request"
      message="Not runnable"
      errors={[{ pointer: '/definition/tools/0/url', message: 'A URL is required' }]}
      onShowInputs={vi.fn()}
      onGoTo={onGoTo}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Go to' }));
  expect(onGoTo).toHaveBeenCalledWith('/tools/0/url');
  expect(screen.queryByRole('button', { name: 'Go to inputs' })).toBeNull();
});
