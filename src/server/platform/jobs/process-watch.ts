/** A process with the time of its last heartbeat. */
export interface SeenProcess {
  id: string;
  seen_at: string;
}

/** How often processes look at each other. Each sends a heartbeat at the same rate. */
export const LOOK_MS = 1000;
/** After how many looks without a heartbeat a process is dead: when the database says that its connection has ended, … */
const LOOKS_WHEN_GONE = 5;
/** … and otherwise. It may be stalled, so it gets longer. */
const LOOKS_WHEN_CONNECTED = 30;

/**
 * Finds out which other processes have died. It counts looks in which nothing was heard of them, rather than comparing
 * times: clocks of machines differ, and after an outage of the database everybody's last heartbeat is old.
 */
export function createProcessWatch() {
  let silent = new Map<string, { seen_at: string; looks: number }>();

  /**
   * Takes what was seen in a look.
   * @param connected the ids of processes whose connection to the database is open
   * @returns those that have died
   */
  return function look(
    processes: readonly SeenProcess[],
    connected: ReadonlySet<string>,
  ): SeenProcess[] {
    const before = silent;
    silent = new Map(
      processes.map(({ id, seen_at }) => {
        const known = before.get(id);
        return [id, { seen_at, looks: known?.seen_at === seen_at ? known.looks + 1 : 0 }];
      }),
    );
    return processes.filter(({ id }) => {
      const limit = connected.has(id) ? LOOKS_WHEN_CONNECTED : LOOKS_WHEN_GONE;
      return (silent.get(id)?.looks ?? 0) >= limit;
    });
  };
}
