import { MESSAGES } from '#core/messages.ts';
import classes from './chat.module.css';
import type { Connection } from './live/use-connection.ts';

const TEXTS: Record<Exclude<Connection, 'live'>, string> = {
  reconnecting: 'Reconnecting… Nothing is lost.',
  polling: `${MESSAGES.chat.realtime} New messages arrive with a delay.`,
  lost: `${MESSAGES.chat.connection} What you send is delivered as soon as it is back.`,
};

/** A slim bar above the messages while the connection is disturbed. */
export function ConnectionBar({ connection }: { connection: Connection }) {
  return (
    <div role="status">
      {connection !== 'live' && (
        <p className={classes.connection} data-lost={connection === 'lost' || undefined}>
          {TEXTS[connection]}
        </p>
      )}
    </div>
  );
}
