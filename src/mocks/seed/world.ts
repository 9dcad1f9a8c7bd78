import { SimpleFaker } from '@faker-js/faker';
import { seedEndpoints } from '../endpoint/seed.ts';
import { newSession } from '../identity/data.ts';
import { emptyIdentity } from '../identity/rows.ts';
import { emptyChunks } from '../memory/chunks.ts';
import { byKey, emptyTables } from '../memory/tables.ts';
import { seedNotifications } from '../notification/seed.ts';
import type { MockOptions, Persona } from '../scenarios.ts';
import type { StoreData } from '../store.ts';
import { seedAnswers } from './answers.ts';
import { seedArticles } from './articles.ts';
import { seedAuditLog } from './audit-log.ts';
import { manyCredits, seedManyLimits } from './billing/busy.ts';
import { seedPrices } from './billing/prices.ts';
import { seedSpending, seedUsage } from './billing/spending.ts';
import { seedSubscriptions } from './billing/subscriptions.ts';
import { seedChats } from './chats.ts';
import { seedCollections } from './collection/collections.ts';
import { seedEvaluations } from './evaluations.ts';
import { manyPeople, seedInvitations } from './invitations.ts';
import { seedManyArticles } from './many-articles.ts';
import { modelsOf } from './models.ts';
import { seedOAuth } from './oauth.ts';
import { seedMembers, seedOrgs, seedProjects } from './orgs.ts';
import { seedPeople, userIdOf } from './people.ts';
import { seedRejectedCalls } from './rejected-calls.ts';
import { seedRuns } from './runs.ts';
import { type SeededTask, seedTasks } from './tasks.ts';
import { seedTemplates } from './templates.ts';
import { seedTools } from './tools.ts';
import { seedWebhooks } from './webhooks.ts';

/** The world that a mock session starts with; the same options give the same world. */
export function seedWorld(options: MockOptions = {}): StoreData {
  const { persona = 'owner', scenario = 'normal', seed = 1, now = Date.now() } = options;
  const faker = new SimpleFaker({ seed });
  faker.setDefaultRefDate(now);
  const { users, identities } = seedPeople(now);
  const tasks = seedTasks(faker, scenario, users, now);
  const runs = scenario === 'empty' ? [] : seedRuns(faker, tasks, users, { now, scenario });
  const { orgs, ledger } = seedOrgs(scenario, now, [
    ...seedSpending(runs.map(({ run }) => run)),
    ...(scenario === 'large' ? manyCredits(now) : []),
  ]);
  const { orgMembers, projectMembers } = seedMembers(now);
  const crowd = scenario === 'large' ? manyPeople(now) : { users: [], members: [] };
  const data: StoreData = {
    scenario,
    models: modelsOf(scenario),
    tables: {
      ...emptyTables(),
      audit_entry: byId(scenario === 'empty' ? [] : seedAuditLog(tasks, users, { scenario, now })),
      ledger_entry: byKey('ledger_entry', ledger),
      org: byKey('org', orgs),
      org_member: byKey('org_member', [...orgMembers, ...crowd.members]),
      project: byKey('project', seedProjects(scenario, now)),
      project_member: byKey('project_member', projectMembers),
      run: byId(runs.map(({ run }) => run)),
      run_trace: byKey(
        'run_trace',
        runs.map(({ run, steps }) => ({ run_id: run.id, steps })),
      ),
      rejected_call: byId(scenario === 'empty' ? [] : seedRejectedCalls(tasks, now)),
      user: byKey('user', [...users, ...crowd.users]),
      invitation: byId(scenario === 'empty' ? [] : seedInvitations(now)),
      ...taskTables(tasks),
      template: byId(scenario === 'empty' ? [] : seedTemplates(users, now)),
    },
    chunks: emptyChunks(),
    files: {},
    payments: {},
    identity: {
      ...emptyIdentity(),
      identities: byId(identities),
      outbox: [],
      current: null,
      csrf: 'seeded',
      used_here: [],
    },
  };
  seedSubscriptions(data, scenario, now);
  seedUsage(
    data,
    runs.map(({ run }) => run),
  );
  if (scenario !== 'empty') {
    seedEvaluations(data, now);
    seedEndpoints(data, scenario, now);
    seedPrices(data, now);
    seedWebhooks(data, now);
    seedNotifications(data, now);
    seedOAuth(data, now);
    seedTools(data, now);
    seedCollections(data, scenario, now);
    seedAnswers(data, now);
    seedChats(data, scenario, now);
    seedArticles(data, now);
    if (scenario === 'large') {
      seedManyArticles(data, now);
      seedManyLimits(data, now);
    }
  }
  seedSessions(data, now);
  data.identity.current = personaSession(data, persona);
  return data;
}

/** The id of a session of the persona's person; null for `signed-out`. */
export function personaSession(data: StoreData, persona: Persona): string | null {
  const user = data.tables.user[userIdOf(persona) ?? ''];
  const sessions = Object.values(data.identity.sessions);
  return sessions.find((session) => session.identityId === user?.identity_id)?.id ?? null;
}

/** The id of a session of the persona's person, creating one if needed; null for `signed-out`. */
export function signInAs(data: StoreData, persona: Persona): string | null {
  const known = personaSession(data, persona);
  const user = data.tables.user[userIdOf(persona) ?? ''];
  if (known || !user) return known;
  const session = newSession(user.identity_id);
  data.identity.sessions[session.id] = session;
  return session.id;
}

/** Every person has a session, so that tests can act as any of them. */
function seedSessions(data: StoreData, now: number): void {
  Object.values(data.identity.identities).forEach((identity, index) => {
    const id = `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;
    const session = newSession(identity.id, id, now);
    data.identity.sessions[session.id] = session;
  });
}

function taskTables(seeded: readonly SeededTask[]) {
  const tasks = seeded.map(({ task }) => task);
  const drafts = seeded.map(({ draft }) => draft);
  const revisions = seeded.flatMap((one) => one.revisions);
  return {
    task: byKey('task', tasks),
    task_draft: byKey('task_draft', drafts),
    task_revision: byKey('task_revision', revisions),
  };
}

function byId<T extends { id: string }>(rows: readonly T[]): Record<string, T> {
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}
