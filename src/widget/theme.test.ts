import { expect, it } from 'vitest';
import { contrast, isDark, themeVariables } from './theme.ts';

const COLOURS = ['#5b5bd6', '#ffff00', '#000000', '#ffffff', '#ff0000', '#7f7f7f', '#00ff88'];

it.each(COLOURS)('keeps texts readable with the accent colour %s', (color) => {
  for (const dark of [false, true]) {
    const theme = themeVariables(color, dark);
    const read = (a: string, b: string) => contrast(String(theme[a]), String(theme[b]));
    expect(read('--on-accent', '--accent')).toBeGreaterThanOrEqual(4.5);
    expect(read('--link', '--bg')).toBeGreaterThanOrEqual(4.5);
    expect(read('--link', '--soft')).toBeGreaterThanOrEqual(4.5);
    expect(read('--dim', '--soft')).toBeGreaterThanOrEqual(4.5);
    expect(read('--danger', '--bg')).toBeGreaterThanOrEqual(4.5);
  }
});

it('follows the system, or not', () => {
  const theme = { color: '#5b5bd6', position: 'bottom-right', title: '', launcher: '' } as const;
  expect(isDark({ ...theme, scheme: 'system' }, true)).toBe(true);
  expect(isDark({ ...theme, scheme: 'light' }, true)).toBe(false);
  expect(isDark({ ...theme, scheme: 'dark' }, false)).toBe(true);
});
