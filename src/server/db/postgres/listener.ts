import pg from 'pg';
import { hold, probeOften, release } from './held-names.ts';

type OnPayload = (payload: string) => void;
type OnConnection = (isConnected: boolean) => void;

/**
 * A connection for LISTEN and for held names, opened on first use and reopened when it is lost. Notifications sent while
 * it is down are missed, so listeners that must not miss anything also have to read the tables.
 */
export function createListener(config: pg.ClientConfig, onError: (error: Error) => void) {
  const channels = new Map<string, Set<OnPayload>>();
  const watchers = new Set<OnConnection>();
  const names = new Set<string>();
  let client: Promise<pg.Client> | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const own = new pg.Client(config);
    own.on('error', lost);
    own.on('end', () => lost());
    own.on('notification', ({ channel, payload }) => {
      for (const onPayload of channels.get(channel) ?? []) {
        // Nothing catches what an event handler throws, and the other listeners must not be affected.
        try {
          onPayload(payload ?? '');
        } catch (error) {
          onError(error as Error);
        }
      }
    });
    await own.connect();
    await probeOften(own);
    for (const name of names) await hold(own, name);
    for (const channel of channels.keys())
      await own.query(`listen ${pg.escapeIdentifier(channel)}`);
    return own;
  }

  function lost(error?: Error): void {
    if (closed || !client) return;
    client = undefined;
    for (const watch of watchers) watch(false);
    if (error) onError(error);
    setTimeout(() => reconnect(), 1000).unref();
  }

  function reconnect(): void {
    if (closed || client || (channels.size === 0 && names.size === 0)) return;
    client = connect();
    client.then(
      () => {
        for (const watch of watchers) watch(true);
      },
      (error: Error) => lost(error),
    );
  }

  return {
    async listen(
      channel: string,
      onPayload: OnPayload,
      onConnection?: OnConnection,
    ): Promise<() => Promise<void>> {
      const isNew = !channels.has(channel);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(onPayload));
      const wasOpen = client !== undefined;
      client ??= connect();
      const own = await client;
      if (onConnection) watchers.add(onConnection);
      if (isNew && wasOpen) await own.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(onPayload);
        if (onConnection) watchers.delete(onConnection);
        if (listeners.size > 0 || closed) return;
        channels.delete(channel);
        await (await client)?.query(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    /** Names must be unique within the process. */
    async hold(name: string): Promise<() => Promise<void>> {
      client ??= connect();
      await hold(await client, name);
      // From now on, each new connection holds it too.
      names.add(name);
      return async () => {
        names.delete(name);
        if (closed) return;
        const now = await client;
        if (now) await release(now, name);
      };
    },
    async close(): Promise<void> {
      closed = true;
      const own = await client?.catch(() => undefined);
      await own?.end();
    },
  };
}
