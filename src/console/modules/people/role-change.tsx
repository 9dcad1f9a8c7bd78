import { List, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/List.css';
import type { Role } from '#generated/model/index.ts';
import type { ConfirmOptions } from '../../ui/modal/use-confirm.ts';
import { roleDifference, roleLabel } from './permission-words.ts';

interface RoleChange {
  level: 'organization' | 'project';
  /** Who it is about: a name, or `3 people`. */
  who: string;
  from: Role | null;
  to: Role;
}

/** What to confirm before a role is changed: what is gained and lost. */
export function roleChangeQuestion({ level, who, from, to }: RoleChange): ConfirmOptions {
  const { gained, lost } = roleDifference(level, from, to);
  const label = roleLabel(to).toLowerCase();
  return {
    title: `Make ${who} ${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}?`,
    body: (
      <Stack gap="sm">
        <Words title="They will be able to:" words={gained} />
        <Words title="They will no longer be able to:" words={lost} />
        <Text size="sm">The change takes effect at once.</Text>
      </Stack>
    ),
    confirmLabel: 'Change role',
    danger: lost.length > 0,
  };
}

function Words({ title, words }: { title: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm">
        {words.map((word) => (
          <List.Item key={word}>{word}</List.Item>
        ))}
      </List>
    </div>
  );
}
