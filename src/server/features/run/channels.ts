/** On PostgreSQL: announces a change of a run to the nodes following it. The payload is the run's id. */
export const RUN_CHANGED = 'run_changed';
/** On PostgreSQL: asks the node that is executing a run to stop it. The payload is the run's id. */
export const RUN_CANCEL = 'run_cancel';
/**
 * On PostgreSQL: announces a person's reply to the node where a tool is waiting for it. The payload is the run's id.
 */
export const RUN_REPLY = 'run_reply';
