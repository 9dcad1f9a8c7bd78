import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => vi.useFakeTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const button = () => screen.getByRole('button');
const tooltip = () => screen.queryByRole('tooltip')?.textContent ?? null;

it('appears after a delay, describes its target, and disappears with the pointer', () => {
  const onPointerEnter = vi.fn();
  render(
    <Tooltip label="Copies the text">
      <button type="button" onPointerEnter={onPointerEnter}>
        Copy
      </button>
    </Tooltip>,
  );
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  expect(tooltip()).toBeNull();
  wait(300);
  expect(tooltip()).toBe('Copies the text');
  expect(button().getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  expect(onPointerEnter).toHaveBeenCalledTimes(1);
  fireEvent.pointerLeave(button(), { pointerType: 'mouse' });
  expect(tooltip()).toBeNull();
  expect(button().hasAttribute('aria-describedby')).toBe(false);
});

it('appears on keyboard focus and closes with Escape', () => {
  render(
    <Tooltip label="Why not">
      <button type="button">Run</button>
    </Tooltip>,
  );
  const target = button();
  const matches = target.matches.bind(target);
  // happy-dom does not know whether focus came from the keyboard.
  vi.spyOn(target, 'matches').mockImplementation(
    (selector: string) => selector === ':focus-visible' || matches(selector),
  );
  fireEvent.focus(target);
  wait(0);
  expect(tooltip()).toBe('Why not');
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(tooltip()).toBeNull();
});

it('stays for a while after a touch', () => {
  render(
    <Tooltip label="Why not">
      <button type="button">Run</button>
    </Tooltip>,
  );
  fireEvent.pointerEnter(button(), { pointerType: 'touch' });
  fireEvent.pointerLeave(button(), { pointerType: 'touch' });
  wait(0);
  expect(tooltip()).toBe('Why not');
  wait(2000);
  expect(tooltip()).toBeNull();
});

it('is not rendered when disabled or without a label', () => {
  const { rerender } = render(
    <Tooltip label="x" disabled>
      <button type="button">A</button>
    </Tooltip>,
  );
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  wait(300);
  expect(tooltip()).toBeNull();
  rerender(
    <Tooltip label={null}>
      <button type="button">A</button>
    </Tooltip>,
  );
  expect(tooltip()).toBeNull();
});
