/** On Postgres: says that a run changed (its id), to the nodes where someone follows it. */
export const RUN_CHANGED = 'run_changed';
/** On Postgres: asks the node that runs it to stop a run (its id). */
export const RUN_CANCEL = 'run_cancel';
/** On Postgres: says that a person left a reply for a run (its id), to the node where a tool waits for it. */
export const RUN_REPLY = 'run_reply';
