import { Shares } from '#core/shares.ts';
import { type Background, type Claimed, Stopped } from '#domain/system/background.ts';
import type { Where } from '#domain/table.ts';
import type { Db, Tx } from '../../db/client.ts';
import { forAll } from '../../db/turns/cause.ts';
import {
  type ClaimedJob,
  claimJobs,
  freeJobs,
  type JobTable,
  releaseJob,
  renewJob,
} from './job-table.repository.ts';
import { LeaseLost } from './lease.ts';
import type { Presence, Takeover } from './presence.ts';
import { createSchedule } from './schedule.ts';
import { createWorker, type Queue, type Room } from './worker.ts';

const POLL_MS = 5000;
const LEASE_MS = 30_000;

/** One round of work that is repeated. */
export interface Round {
  now: Date;
  /** Aborts when the process closes. */
  signal: AbortSignal;
  report(error: unknown): void;
}

/** Jobs that wait in a table. */
export interface Waiting<Job extends ClaimedJob> {
  table: JobTable;
  /** How many are worked on at once in this process, and for one organisation. */
  slots: ConstructorParameters<typeof Shares>[0];
  /** How often to look for jobs that nobody announced; every 5 seconds by default. */
  pollMs?: number;
  /** For jobs whose attempts have a time limit: a lease that is longer. Otherwise, leases are short and renewed. */
  leaseMs?: number;
  /** What else a claim needs, for example to turn events into jobs. */
  claim?(next: () => Promise<readonly Job[]>): Promise<readonly Job[]>;
  /** As `Queue.work`. */
  work(job: Job, signal: AbortSignal, report: Round['report']): Promise<unknown>;
  /** Records that `work` threw: when the job is due again, or that it has failed for good. */
  onFail(job: Job, error: unknown, report: Round['report']): Promise<unknown>;
}

/** A kind of background work. Several nodes do it at once. */
export interface JobKind<Job extends ClaimedJob = ClaimedJob> {
  name: string;
  queue?: Waiting<Job>;
  /** Work that is repeated, with the milliseconds between two rounds. Those of one kind may overlap each other. */
  rounds?: readonly [everyMs: number, work: (round: Round) => Promise<unknown>][];
  /** What else other processes take over from one that died. */
  onDeath?(tx: Tx, dead: readonly string[], round: Round): ReturnType<Takeover>;
  /** Saves what is still pending. Called after the last round. */
  onClose?(): Promise<unknown>;
}

interface JobsDeps {
  db: Db;
  presence: Presence;
  /** Logs an error of a kind of work. */
  report(error: unknown, name: string): void;
}

export type Jobs = ReturnType<typeof createJobs>;

/** The background work of this process. */
export function createJobs(deps: JobsDeps) {
  const open = new Map<string, ReturnType<typeof openKind>>();
  return {
    open(kinds: readonly JobKind[]): void {
      for (const kind of kinds) open.set(kind.name, openKind(kind, deps));
    },
    /** Looks for all jobs that wait already. Not before this process is known to others, who take over from it. */
    begin(): void {
      for (const kind of open.values()) kind.begin();
    },
    /** Looks for work of one kind immediately, because there is some. */
    kick(name: string): void {
      const kind = open.get(name);
      if (!kind) throw new TypeError(`No background work is called ${name}`);
      kind.kick();
    },
    /** Aborts the work in progress, for other processes to claim, and waits for it. Of one kind only if it is named. */
    async close(name?: string): Promise<void> {
      const ending = [...open.keys()].filter((key) => name === undefined || key === name);
      await Promise.all(ending.map((key) => open.get(key)?.close()));
    },
  };
}

/** A queue whose rows are worked on as the domain says. */
export function backgroundQueue<Row extends Claimed>(
  { table: rows, work, fail }: Background<Row>,
  queue: Pick<Waiting<ClaimedJob>, 'table' | 'slots'>,
): Waiting<ClaimedJob & { id: string }> {
  return {
    ...queue,
    async work({ id, worker_id }, signal) {
      const row = await rows.find({ id, worker_id } as object as Where<Row>);
      if (!row) throw new LeaseLost();
      await work(row, signal).catch((error: unknown) => {
        throw error instanceof Stopped ? new LeaseLost() : error;
      });
    },
    onFail: ({ id, worker_id }, error, report) => fail({ id, worker_id }, error, report),
  };
}

/** Declares a kind of work, with its own type of job. */
export function jobKind<Job extends ClaimedJob>(kind: JobKind<Job>): JobKind {
  return kind as unknown as JobKind;
}

function openKind(kind: JobKind, { db, presence, ...given }: JobsDeps) {
  const { name, queue, rounds = [], onDeath, onClose } = kind;
  const report = (error: unknown) => given.report(error, name);
  const closing = new AbortController();
  const { signal } = closing;
  const schedule = createSchedule(report);
  const round = () => ({ now: new Date(), signal, report });
  // A round that a caller's request triggers isn't theirs alone.
  const repeated = rounds.map(([everyMs, work]) =>
    schedule.every(everyMs, () => forAll(() => work(round()))),
  );
  if (onDeath) presence.onDeath((tx, dead) => onDeath(tx, dead, round()));
  const worker = queue && openQueue(queue, { db, presence, report });
  let closed: Promise<unknown> | undefined;
  async function close(): Promise<void> {
    closing.abort();
    await Promise.all([schedule.close(), worker?.close()]);
    await onClose?.();
  }
  return {
    begin: () => worker?.kick(),
    kick() {
      worker?.kick();
      if (!worker) for (const again of repeated) again();
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** Works on jobs that wait in a table, until it is closed. */
export function openQueue<Job extends ClaimedJob>(
  { table, slots, pollMs = POLL_MS, leaseMs, ...own }: Waiting<Job>,
  {
    db,
    presence,
    report,
  }: { db: Db; presence: Pick<Presence, 'id' | 'onDeath'>; report: Round['report'] },
) {
  const claimant = { workerId: presence.id, leaseMs: leaseMs ?? LEASE_MS };
  const lease: Queue<Job>['lease'] = {
    milliseconds: LEASE_MS,
    renew: (job) => renewJob(db, table, claimant, job),
  };
  const queue: Queue<Job> = {
    claim(room: Room) {
      const next = () => claimJobs<Job>(db, table, claimant, room);
      return own.claim ? own.claim(next) : next();
    },
    ownerOf: ({ org_id }) => org_id,
    groupOf: ({ group }) => group,
    ...(leaseMs === undefined && { lease }),
    async work(job, signal) {
      await own.work(job, signal, report);
    },
    async fail(job, error) {
      await own.onFail(job, error, report);
    },
    release: (job) => releaseJob(db, table, claimant, job),
    free: (tx, dead) => freeJobs(tx, table, dead),
  };
  return createWorker(queue, { slots: new Shares(slots), pollMs, presence, report });
}
