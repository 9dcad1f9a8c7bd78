import { SimpleFaker } from '@faker-js/faker';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { newSession } from '../identity/data.ts';
import { emptyTables } from '../memory/tables.ts';
import type { MockOptions, Persona, Scenario } from '../scenarios.ts';
import { type StoreData, type StoredOrg, type StoredProject, timestamp } from '../store.ts';
import { seedEvaluations } from './evaluations.ts';
import {
  ONBOARDING_ORG_ID,
  ORG_ID,
  PROJECT_ID,
  SHARED_ORG_ID,
  SHARED_PROJECT_ID,
  seedId,
} from './ids.ts';
import { MODELS } from './models.ts';
import { seedPeople, userIdOf } from './people.ts';
import { seedRuns } from './runs.ts';
import { seedTasks } from './tasks.ts';
import { seedTemplates } from './templates.ts';
import { seedTools } from './tools.ts';
import { seedWebhooks } from './webhooks.ts';

const DAY = 86_400_000;

/** The world that a session of mocks begins with; the same options give the same world. */
export function seedWorld(options: MockOptions = {}): StoreData {
  const { persona = 'owner', scenario = 'normal', seed = 1, now = Date.now() } = options;
  const faker = new SimpleFaker({ seed });
  faker.setDefaultRefDate(now);
  const { users, identities } = seedPeople(now);
  const tasks = seedTasks(faker, scenario, users, now);
  const runs = scenario === 'empty' ? [] : seedRuns(faker, tasks, users, now);
  const orgs = seedOrgs(scenario, now);
  for (const { org_id, run } of runs) {
    const org = orgs.find((candidate) => candidate.id === org_id);
    if (org) org.spent += run.usage.cost ?? 0;
  }
  if (scenario === 'low-balance' && orgs[0]) orgs[0].granted = orgs[0].spent + 42_000;
  const evaluated = seedEvaluations(scenario === 'empty' ? [] : tasks, users, now);
  const data: StoreData = {
    scenario,
    users: byId(users),
    orgs: byId(orgs),
    projects: byId(seedProjects(now)),
    tasks: byId(tasks),
    runs: Object.fromEntries(runs.map((stored) => [stored.run.id, stored])),
    datasets: byId(evaluated.datasets),
    evaluations: byId(evaluated.evaluations),
    models: structuredClone([...MODELS]),
    tables: {
      ...emptyTables(),
      template: byId(scenario === 'empty' ? [] : seedTemplates(users, now)),
    },
    idempotency: {},
    files: {},
    identity: { identities: byId(identities), sessions: {}, flows: {}, outbox: [], current: null },
  };
  if (scenario !== 'empty') {
    seedWebhooks(data, now);
    seedTools(data, now);
  }
  seedSessions(data, now);
  data.identity.current = personaSession(data, persona);
  return data;
}

/** The id of a session of a persona's person; null when nobody is to be signed in. */
export function personaSession(data: StoreData, persona: Persona): string | null {
  const user = data.users[userIdOf(persona) ?? ''];
  const sessions = Object.values(data.identity.sessions);
  return sessions.find((session) => session.identity_id === user?.identity_id)?.id ?? null;
}

/** The id of a session of a persona's person, a new one if they have none; null for `signed-out`. */
export function signInAs(data: StoreData, persona: Persona): string | null {
  const known = personaSession(data, persona);
  const user = data.users[userIdOf(persona) ?? ''];
  if (known || !user) return known;
  const session = newSession(user.identity_id, ['password']);
  data.identity.sessions[session.id] = session;
  return session.id;
}

function seedOrgs(scenario: Scenario, now: number): StoredOrg[] {
  const member = (...personas: ('owner' | 'editor' | 'member')[]) =>
    Object.fromEntries(personas.map((persona) => [userIdOf(persona) ?? '', persona]));
  const main = org(
    ORG_ID,
    'Analytical Engines',
    member('owner', 'editor', 'member'),
    now - 80 * DAY,
  );
  if (scenario === 'past-due') {
    main.plan_status = 'past_due';
    main.plan_interval = 'monthly';
    main.grace_period_ends_at = timestamp(now + 5 * DAY);
  }
  return [
    main,
    org(
      SHARED_ORG_ID,
      'Difference Works',
      { [userIdOf('outsider') ?? '']: 'owner' },
      now - 60 * DAY,
    ),
    org(
      ONBOARDING_ORG_ID,
      "Nora Hopper's organisation",
      { [userIdOf('onboarding') ?? '']: 'owner' },
      now - DAY,
    ),
  ];
}

function org(id: string, name: string, members: StoredOrg['members'], created: number): StoredOrg {
  return {
    id,
    name,
    plan_status: 'free',
    plan_interval: null,
    pending_plan: null,
    pending_plan_interval: null,
    pending_plan_date: null,
    trial_ends_at: null,
    grace_period_ends_at: null,
    created_at: timestamp(created),
    version: 1,
    members,
    granted: WELCOME_CREDIT,
    spent: 0,
    balance_at: timestamp(created),
  };
}

function seedProjects(now: number): StoredProject[] {
  const project = (
    id: string,
    org_id: string,
    name: string,
    members: StoredProject['members'] = {},
  ) => ({
    id,
    org_id,
    name,
    run_retention_days: null,
    created_at: timestamp(now - 50 * DAY),
    version: 1,
    members,
  });
  return [
    project(PROJECT_ID, ORG_ID, 'Support desk'),
    project(seedId('project', 2), ORG_ID, 'Web shop', { [userIdOf('member') ?? '']: 'editor' }),
    project(seedId('project', 3), ORG_ID, 'Translation lab'),
    project(SHARED_PROJECT_ID, SHARED_ORG_ID, 'Shared research', {
      [userIdOf('owner') ?? '']: 'editor',
    }),
    project(seedId('project', 5), ONBOARDING_ORG_ID, 'My first project'),
  ];
}

/** Everybody has a session somewhere, so that tests can call as anybody. */
function seedSessions(data: StoreData, now: number): void {
  Object.values(data.identity.identities).forEach((identity, index) => {
    const session = newSession(identity.id, ['password'], seedId('session', index + 1), now);
    data.identity.sessions[session.id] = session;
  });
}

function byId<T extends { id: string }>(rows: readonly T[]): Record<string, T> {
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}
