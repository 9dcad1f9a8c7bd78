import { createRoot } from 'react-dom/client';
import type { MockControl } from '../control.ts';
import { Panel } from './panel.tsx';

/** Adds the developer panel to the page, next to the console and independent of it. */
export function showPanel(control: MockControl): void {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<Panel control={control} />);
}
