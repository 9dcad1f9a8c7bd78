import { Fragment, type ReactNode } from 'react';
import type { InvitationView, Role } from '#generated/model/index.ts';

const AS: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  member: 'a member',
};

/** The page's title. */
export function titleOf({ org_name, role, projects, things }: InvitationView): string {
  if (role !== null || projects.length > 0) return `Join ${org_name}`;
  return `Open ${things[0]?.name ?? 'what is shared with you'}`;
}

/** Who invited someone, and to what. */
export function invitedTo(invitation: InvitationView): ReactNode {
  const { invited_by, role, projects, things, org_name } = invitation;
  if (role === null && projects.length === 0) {
    const names = new Intl.ListFormat('en-GB').format(things.map(({ name }) => `“${name}”`));
    return (
      <>
        {invited_by} shared {names} of {org_name} with you.
      </>
    );
  }
  const places = projects.map((project, at) => (
    <Fragment key={project.name}>
      {at > 0 && ', '}
      <b>{project.name}</b> as {AS[project.role]}
    </Fragment>
  ));
  if (role === null) {
    return (
      <>
        {invited_by} invited you to {projects.length === 1 ? 'the project' : 'the projects'}{' '}
        {places} of {org_name}.
      </>
    );
  }
  return (
    <>
      {invited_by} invited you to <b>{org_name}</b> as {AS[role]}
      {projects.length > 0 && <>, and to {places}</>}.
    </>
  );
}
