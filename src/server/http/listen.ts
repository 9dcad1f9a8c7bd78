import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../db/start-error.ts';
import type { Settings } from '../settings.ts';

/** @throws StartError that says what to do */
export async function listen(app: FastifyInstance, { HOST, PORT }: Settings): Promise<void> {
  try {
    await app.listen({
      host: HOST,
      port: PORT,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  } catch (cause) {
    throw new StartError(whyNotListening((cause as NodeJS.ErrnoException).code, HOST, PORT), {
      cause,
    });
  }
}

function whyNotListening(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program.\nStop that program, or set PORT to a free port.`;
    case 'EACCES':
      return `You don't have permission to listen on port ${port}.\nSet PORT to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.\nSet HOST to one of its addresses, or to localhost.`;
    default:
      return `Cannot listen on ${host}:${port} (${code ?? 'unknown reason'}).`;
  }
}

/** Picks a free port. Tokens and emails contain the public URL, so the port must be known before anything is created. */
export async function withFreePort(settings: Settings): Promise<Settings> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, settings.HOST, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = new URL(settings.PUBLIC_URL);
  url.port = String(port);
  return { ...settings, PORT: port, PUBLIC_URL: url.origin };
}
