import { afterEach, expect, it, vi } from 'vitest';
import { clearSupportWidget, loadSupportWidget } from './support-widget.ts';

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);

afterEach(() => {
  delete window.intercomSettings;
  for (const script of document.querySelectorAll('script')) script.remove();
  vi.unstubAllGlobals();
});

it('loads nothing without an app id', () => {
  const idle = vi.fn();
  vi.stubGlobal('requestIdleCallback', idle);
  loadSupportWidget(undefined);
  loadSupportWidget('');
  expect(idle).not.toHaveBeenCalled();
  expect(window.intercomSettings).toBeUndefined();
});

it('loads the script of the app id once, when the page is idle', () => {
  const idle = vi.fn();
  vi.stubGlobal('requestIdleCallback', idle);
  loadSupportWidget('ab12/x');
  loadSupportWidget('ab12/x');
  expect(scripts()).toEqual([]);
  expect(window.intercomSettings).toEqual({ app_id: 'ab12/x' });
  expect(idle).toHaveBeenCalledTimes(1);
  const append = vi.spyOn(document.head, 'append').mockReturnValue();
  idle.mock.lastCall?.[0]();
  const [script] = (append.mock.lastCall ?? []) as unknown as HTMLScriptElement[];
  append.mockRestore();
  expect(script?.src).toBe('https://widget.intercom.io/widget/ab12%2Fx');
});

it('forgets the conversation, even if the script fails', () => {
  expect(clearSupportWidget).not.toThrow();
  window.Intercom = vi.fn();
  clearSupportWidget();
  expect(window.Intercom).toHaveBeenCalledExactlyOnceWith('shutdown');
  window.Intercom = () => {
    throw new Error('broken');
  };
  expect(clearSupportWidget).not.toThrow();
  delete window.Intercom;
});
