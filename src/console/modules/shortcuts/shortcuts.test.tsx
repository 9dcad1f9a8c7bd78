import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyCaps, matchesChord } from './chords.ts';
import { registered } from './registry.ts';
import { useShortcut } from './use-shortcut.ts';

const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);

describe('chords', () => {
  it.each([
    [{ key: 'c' }, 'C', true],
    [{ key: 'C', shiftKey: true }, 'C', false],
    [{ key: 'c', metaKey: true }, 'C', false],
    [{ key: 'k', metaKey: true }, 'mod+K', true],
    [{ key: 'k', ctrlKey: true }, 'mod+K', true],
    [{ key: 'k' }, 'mod+K', false],
    [{ key: '?', shiftKey: true }, '?', true],
    [{ key: 'Enter', ctrlKey: true }, 'mod+Enter', true],
    [{ key: 'I', ctrlKey: true, shiftKey: true }, 'mod+shift+I', true],
    [{ key: 'i', ctrlKey: true }, 'mod+shift+I', false],
  ])('%o is %s: %s', (init, chord, expected) => {
    expect(matchesChord(key(init), chord)).toBe(expected);
  });

  it('are split into keys for display', () => {
    expect(keyCaps('mod+Enter')).toEqual(['mod', 'Enter']);
    expect(keyCaps('G T')).toEqual(['G', 'T']);
  });
});

describe('a shortcut', () => {
  const ran = vi.fn<(keys: string) => void>();

  function Keys({ enabled = true }: { enabled?: boolean }) {
    useShortcut('C', 'New', () => ran('C'), { enabled });
    useShortcut('G T', 'Tasks', () => ran('G T'));
    useShortcut('T', 'Something', () => ran('T'));
    useShortcut('mod+S', 'Save', () => ran('mod+S'));
    return <input aria-label="field" />;
  }

  const press = (init: KeyboardEventInit, on: Element | Document = document) =>
    fireEvent.keyDown(on, init);
  const keys = () => ran.mock.calls.map(([name]) => name);

  beforeEach(() => ran.mockReset());
  afterEach(() => document.querySelector('[role="dialog"]')?.remove());

  it.each([
    ['listbox', ['mod+S']],
    ['dialog', []],
    ['menu', []],
  ])('behind an open %s: a chord acts only over the list of a field', (role, expected) => {
    render(<Keys />);
    const layer = document.createElement('div');
    layer.setAttribute('role', role);
    document.body.append(layer);
    layer.checkVisibility = () => true;
    press({ key: 's', ctrlKey: true });
    press({ key: 'c' });
    layer.remove();
    expect(keys()).toEqual(expected);
  });

  it('acts and is listed while its component is mounted', () => {
    const { rerender, unmount } = render(<Keys />);
    press({ key: 'c' });
    expect(keys()).toEqual(['C']);
    expect(registered().map(({ label }) => label)).toContain('New');
    rerender(<Keys enabled={false} />);
    press({ key: 'c' });
    unmount();
    press({ key: 'c' });
    expect(keys()).toEqual(['C']);
    expect(registered()).toEqual([]);
  });

  it('may be a sequence of two keys, typed in time', () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    render(<Keys />);
    press({ key: 'g' });
    press({ key: 't' });
    expect(keys()).toEqual(['G T']);
    press({ key: 'g' });
    vi.advanceTimersByTime(1500);
    press({ key: 't' });
    expect(keys()).toEqual(['G T', 'T']);
    vi.useRealTimers();
  });

  it('does nothing while typing, unless it has a modifier', () => {
    const { getByLabelText } = render(<Keys />);
    press({ key: 'c' }, getByLabelText('field'));
    press({ key: 's', ctrlKey: true }, getByLabelText('field'));
    expect(keys()).toEqual(['mod+S']);
  });

  it('does nothing behind a dialog', () => {
    render(<Keys />);
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    press({ key: 'c' });
    press({ key: 's', ctrlKey: true });
    expect(keys()).toEqual([]);
  });
});
