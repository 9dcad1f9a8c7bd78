/** On Postgres: announces that a run changed (its id), to the nodes following it. */
export const RUN_CHANGED = 'run_changed';
/** On Postgres: asks the node executing a run to stop it (its id). */
export const RUN_CANCEL = 'run_cancel';
/** On Postgres: announces a person's reply for a run (its id), to the node where a tool is waiting for it. */
export const RUN_REPLY = 'run_reply';
