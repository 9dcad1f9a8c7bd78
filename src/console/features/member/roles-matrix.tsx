import { Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import {
  ORG_WORDS,
  PROJECT_WORDS,
  RESOURCE_WORDS,
  ROLE_LABELS,
} from '#console/modules/people/permission-words.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { can, PERMISSIONS, ROLES } from '#core/access/permissions.ts';
import type { PermissionLevel, Role } from '#generated/model/index.ts';
import classes from './member.module.css';

const SECTIONS: readonly {
  level: Extract<PermissionLevel, 'organization' | 'project' | 'task'>;
  title: string;
  about: string;
  words: Readonly<Record<string, string>>;
}[] = [
  {
    level: 'organization',
    title: 'Organisation',
    about: 'A role in the organisation also counts in all of its projects.',
    words: ORG_WORDS,
  },
  {
    level: 'project',
    title: 'Project',
    about:
      'In a project, people can have a higher role than in the organisation. Guests have a role in some projects only.',
    words: PROJECT_WORDS,
  },
  {
    level: 'task',
    title: 'Tasks, collections and workflows',
    about:
      'The role in the project decides. Chats belong to the people who started them until they are shared.',
    words: RESOURCE_WORDS,
  },
];

/** What each role may do, as the permission check decides it. */
export function RolesMatrix() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={classes.scroll} tabIndex={0} aria-label="Roles">
      <Stack gap="xl" pb="xl">
        {SECTIONS.map(({ level, title, about, words }) => (
          <section key={level} aria-labelledby={`roles-${level}`}>
            <SectionTitle id={`roles-${level}`}>{title}</SectionTitle>
            <Text size="sm" c="dimmed" mb="xs">
              {about}
            </Text>
            <table className={classes.matrix}>
              <thead>
                <tr>
                  <th scope="col">Permission</th>
                  {ROLES.map((role) => (
                    <th key={role} scope="col">
                      {ROLE_LABELS[role]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {Object.keys(PERMISSIONS[level]).map((name) => (
                  <tr key={name}>
                    <th scope="row">
                      <Text size="sm" fw={400}>
                        {words[name]}
                      </Text>
                      <span className={`tl-mono ${classes.email}`}>{name}</span>
                    </th>
                    {ROLES.map((role) => (
                      <td key={role}>
                        <Mark has={has(level, role, name)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </Stack>
    </section>
  );
}

function has(level: PermissionLevel, role: Role, name: string): boolean {
  return can(level, role, name as never);
}

function Mark({ has }: { has: boolean }) {
  return has ? (
    <Fragment>
      <IconCheck aria-hidden />
      <span className="tl-sr-only">Yes</span>
    </Fragment>
  ) : (
    <span className="tl-sr-only">No</span>
  );
}
