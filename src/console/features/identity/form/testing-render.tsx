import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { Flow } from '../flow/flow-types.ts';
import type { FlowControl } from '../flow/use-flow.ts';

/** Renders without animations. */
export function renderPlain(children: ReactNode) {
  return render(<MantineProvider env="test">{children}</MantineProvider>);
}

/** A control that shows a flow and records what is submitted. */
export function controlOf(flow: Flow | null, more: Partial<FlowControl> = {}) {
  const submit = vi.fn<FlowControl['submit']>().mockResolvedValue(undefined);
  const control: FlowControl = {
    status: flow ? 'ready' : 'loading',
    flow,
    submitting: null,
    notice: null,
    error: null,
    responses: 1,
    submit,
    restart: vi.fn(),
    ...more,
  };
  return { control, submit };
}
