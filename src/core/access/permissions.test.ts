import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '#generated/model/index.ts';
import {
  can,
  effectiveRole,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  roleChangePermission,
} from './permissions.ts';

const role = fc.constantFrom<Role | null>('owner', 'editor', 'member', null);

describe('organisation', () => {
  it('matches the organisation table', () => {
    expect(permissionsOf('organization', 'member')).toEqual(['view_members']);
    expect(permissionsOf('organization', 'editor').sort()).toEqual(
      [
        'view_members',
        'create_project',
        'edit',
        'add_member',
        'remove_member',
        'add_editor',
      ].sort(),
    );
    expect(permissionsOf('organization', 'owner').sort()).toEqual([
      'add_editor',
      'add_member',
      'add_owner',
      'create_project',
      'edit',
      'remove_editor',
      'remove_member',
      'remove_owner',
      'view_members',
    ]);
    expect(permissionsOf('organization', null)).toEqual([]);
  });
});

describe('project', () => {
  it('matches the project table', () => {
    expect(permissionsOf('project', 'member').sort()).toEqual(['run_task', 'view_members']);
    expect(permissionsOf('project', 'editor').sort()).toEqual(
      [
        'view_members',
        'run_task',
        'create_task',
        'edit',
        'add_member',
        'remove_member',
        'add_editor',
      ].sort(),
    );
    expect(permissionsOf('project', 'owner').sort()).toEqual([
      'add_editor',
      'add_member',
      'add_owner',
      'create_task',
      'edit',
      'remove_editor',
      'remove_member',
      'remove_owner',
      'run_task',
      'view_members',
    ]);
  });
});

describe('resources', () => {
  it('lets members view and run, and editors do everything', () => {
    expect(permissionsOf('task', 'member')).toEqual(['view', 'run']);
    expect(permissionsOf('chat', 'editor')).toHaveLength(5);
  });
});

it('gives each role all permissions of the next one', () => {
  for (const level of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
    const [owner = [], editor = [], member = []] = ROLES.map(
      (r) => permissionsOf(level, r) as string[],
    );
    expect(owner).toEqual(expect.arrayContaining(editor));
    expect(editor).toEqual(expect.arrayContaining(member));
  }
});

it('denies names that are not in the table', () => {
  expect(can('project', 'owner', 'constructor' as 'edit')).toBe(false);
});

it('never gives a project role below the inherited one', () => {
  fc.assert(
    fc.property(role, role, (org, project) => {
      const effective = effectiveRole(org, project);
      const rank = (r: Role | null) => (r === null ? ROLES.length : ROLES.indexOf(r));
      expect(rank(effective)).toBe(Math.min(rank(org), rank(project)));
    }),
  );
});

it('names the permission that a role change needs', () => {
  expect(roleChangePermission('add', 'owner')).toBe('add_owner');
  expect(can('project', 'editor', roleChangePermission('remove', 'editor'))).toBe(false);
});
