import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

configure({
  // Some parts are loaded on demand, which takes more than a second on a busy machine.
  asyncUtilTimeout: 8000,
  // Renders and effects run twice, so nothing that happens only once may depend on them.
  reactStrictMode: true,
});

// Mantine needs these. happy-dom has no layout and doesn't implement them.
window.matchMedia ??= vi.fn((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
}));
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
Element.prototype.scrollIntoView ??= () => undefined;

// Browsers fire selectionchange asynchronously. happy-dom fires it synchronously, which throws in an editor that is drawing.
const dispatch = document.dispatchEvent.bind(document);
document.dispatchEvent = (event) => event.type === 'selectionchange' || dispatch(event);

afterEach(() => {
  // First, because a page that closes may still send requests.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
// The next file shares the same modules.
afterAll(() => vi.restoreAllMocks());
