import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// Some parts are loaded when they are needed; on a busy machine that takes more than a second.
configure({ asyncUtilTimeout: 8000 });

// Mantine asks for these; happy-dom has no layout and answers none of them.
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

// Browsers tell of a changed selection afterwards. happy-dom tells at once, which throws in an editor that is drawing.
const dispatch = document.dispatchEvent.bind(document);
document.dispatchEvent = (event) => event.type === 'selectionchange' || dispatch(event);

afterEach(() => {
  // First: a page that closes may still ask for something.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
// The next file has the same modules.
afterAll(() => vi.restoreAllMocks());
