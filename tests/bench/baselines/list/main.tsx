import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A minimal React app that shows a list from an API: the baseline for the first screen. */
function List() {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    void fetch('/list.json')
      .then((response) => response.json() as Promise<string[]>)
      .then(setNames);
  }, []);
  return (
    <table>
      <tbody>
        {names.map((name) => (
          <tr key={name} data-bench-row>
            <td>{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function start() {
  if (import.meta.env.MODE === 'mock') {
    const { setupWorker } = await import('msw/browser');
    const { http, HttpResponse } = await import('msw');
    const names = Array.from({ length: 25 }, (_, i) => `Task ${i}`);
    const worker = setupWorker(http.get('/list.json', () => HttpResponse.json(names)));
    await worker.start({ quiet: true });
  }
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<List />);
}

void start();
