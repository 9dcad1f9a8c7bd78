import { Alert } from '@mantine/core';

/** Says that calls of a revision would all fail, whatever its contract is. */
export function UnavailableModel({ model }: { model: string }) {
  return (
    <Alert color="red" variant="light" title="Every call would fail">
      The model <span className="tl-mono">{model}</span> cannot be called: it is gone, or its
      provider is not set up on the server.
    </Alert>
  );
}
