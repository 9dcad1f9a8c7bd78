import { Alert } from '@mantine/core';

/** Warns that every call of a revision would fail because its model is unavailable. */
export function UnavailableModel({ model }: { model: string }) {
  return (
    <Alert color="red" variant="light" title="All calls would fail">
      The model <span className="tl-mono">{model}</span> is unavailable: it no longer exists, or its
      provider isn't configured on this server.
    </Alert>
  );
}
