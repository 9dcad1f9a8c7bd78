import { createRoot } from 'react-dom/client';
import type { MockControl } from '../control.ts';
import { Panel } from './panel.tsx';

/** Puts the developer panel on the page, beside the console and apart from it. */
export function showPanel(control: MockControl): void {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<Panel control={control} />);
}
