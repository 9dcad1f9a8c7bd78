import { DAY_MS, PROJECTS_MAX, WELCOME_CREDIT } from '#core/limits.ts';
import type { LedgerRow } from '#domain/billing/billing.tables.ts';
import type { OrgMemberRow, OrgRow } from '#domain/org/org.tables.ts';
import type { ProjectMemberRow, ProjectRow } from '#domain/project/project.tables.ts';
import { newRow } from '#domain/tables.ts';
import { getLedgerEntryMock } from '#generated/model/index.faker.ts';
import type { Role } from '#generated/model/index.ts';
import { seedRow } from '../memory/seed-row.ts';
import type { Persona, Scenario } from '../scenarios.ts';
import { timestamp } from '../store.ts';
import { planOf } from './billing/subscriptions.ts';
import {
  ONBOARDING_ORG_ID,
  ORG_ID,
  PROJECT_ID,
  SHARED_ORG_ID,
  SHARED_PROJECT_ID,
  seedId,
} from './ids.ts';
import { userIdOf } from './people.ts';

/** The balance in the scenario `low-balance`, in micro-dollars. */
const LOW_BALANCE = 42_000;

const MEMBERS: readonly (readonly [orgId: string, persona: Persona, role: Role])[] = [
  [ORG_ID, 'owner', 'owner'],
  [ORG_ID, 'editor', 'editor'],
  [ORG_ID, 'member', 'member'],
  [SHARED_ORG_ID, 'outsider', 'owner'],
  [ONBOARDING_ORG_ID, 'onboarding', 'owner'],
];

/** The organisation that a persona belongs to; the first one when signed out. */
export function orgIdOf(persona: Persona = 'owner'): string {
  return MEMBERS.find(([, member]) => member === persona)?.[0] ?? ORG_ID;
}

const PROJECTS: readonly (readonly [id: string, orgId: string, name: string])[] = [
  [PROJECT_ID, ORG_ID, 'Support desk'],
  [seedId('project', 2), ORG_ID, 'Web shop'],
  [seedId('project', 3), ORG_ID, 'Translation lab'],
  [SHARED_PROJECT_ID, SHARED_ORG_ID, 'Shared research'],
  [seedId('project', 5), ONBOARDING_ORG_ID, 'My first project'],
];

const PROJECT_MEMBERS: readonly (readonly [projectId: string, persona: Persona, role: Role])[] = [
  [seedId('project', 2), 'member', 'editor'],
  [SHARED_PROJECT_ID, 'owner', 'editor'],
];

/**
 * Three organisations.
 * @param spending the first one's ledger entries for runs, and for credits beyond the free one
 */
export function seedOrgs(
  scenario: Scenario,
  now: number,
  spending: readonly LedgerRow[],
): { orgs: OrgRow[]; ledger: LedgerRow[] } {
  const spent = spending.reduce((total, { amount }) => total - amount, 0);
  const main = org(ORG_ID, 'Analytical Engines', now - 80 * DAY_MS);
  Object.assign(main, planOf(scenario, now));
  const orgs = [
    main,
    org(SHARED_ORG_ID, 'Difference Works', now - 60 * DAY_MS),
    org(ONBOARDING_ORG_ID, "Nora Hopper's organisation", now - DAY_MS),
  ];
  const ledger = orgs.map(({ id, created_at }, index) =>
    seedRow('ledger_entry', getLedgerEntryMock, {
      id: seedId('entry', index + 1),
      org_id: id,
      kind: 'grant',
      amount: scenario === 'low-balance' && id === ORG_ID ? spent + LOW_BALANCE : WELCOME_CREDIT,
      reference: `welcome:${id}`,
      created_at,
    }),
  );
  ledger.push(...spending);
  for (const { org_id, amount } of ledger) {
    for (const row of orgs) if (row.id === org_id) row.balance += amount;
  }
  return { orgs, ledger };
}

/** The projects; in the scenario `large`, the first organisation has as many as it may have. */
export function seedProjects(scenario: Scenario, now: number): ProjectRow[] {
  const created_at = timestamp(now - 50 * DAY_MS);
  return [...PROJECTS, ...(scenario === 'large' ? moreProjects() : [])].map(([id, org_id, name]) =>
    newRow('project', { id, org_id, name, created_at, updated_at: created_at }),
  );
}

function moreProjects(): typeof PROJECTS {
  const count = PROJECTS_MAX - PROJECTS.filter(([, orgId]) => orgId === ORG_ID).length;
  return Array.from({ length: count }, (_, at) => [
    seedId('project', 100 + at),
    ORG_ID,
    `Customer ${at + 1}`,
  ]);
}

export function seedMembers(now: number): {
  orgMembers: OrgMemberRow[];
  projectMembers: ProjectMemberRow[];
} {
  const created_at = timestamp(now - 50 * DAY_MS);
  const member = (persona: Persona, role: Role) => ({
    user_id: userIdOf(persona) ?? '',
    role,
    created_at,
  });
  return {
    orgMembers: MEMBERS.map(([org_id, ...who]) => ({ org_id, ...member(...who) })),
    projectMembers: PROJECT_MEMBERS.map(([project_id, ...who]) => ({
      project_id,
      ...member(...who),
    })),
  };
}

function org(id: string, name: string, created: number): OrgRow {
  const created_at = timestamp(created);
  return newRow('org', { id, name, created_at, updated_at: created_at });
}
