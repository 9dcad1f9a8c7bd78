import { useEffect, useState } from 'react';
import { formatDuration } from '#console/ui/display/time.tsx';

/** A live count of elapsed time: `3.2 s`. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  const ms = Math.max(0, now - since);
  return (
    <span role="timer" className="tl-tabular">
      {ms < 1000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms)}
    </span>
  );
}
