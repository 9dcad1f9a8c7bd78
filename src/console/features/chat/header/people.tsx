import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import type { ChatPerson } from '#generated/model/index.ts';
import classes from './header.module.css';

const SHOWN = 5;

/** The others who have the chat open, as initials. */
export function People({ people }: { people: readonly ChatPerson[] }) {
  const { id: own } = useCurrentUser();
  const others = people.filter(({ id }) => id !== own);
  if (others.length === 0) return null;
  const more = others.slice(SHOWN);
  return (
    <ul className={`tl-list ${classes.people}`} aria-label="Also here">
      {others.slice(0, SHOWN).map(({ id, name, typing }) => (
        <Tooltip key={id} label={typing ? `${name} is typing` : name}>
          <li className={classes.person} data-typing={typing || undefined}>
            <span aria-hidden>{initials(name)}</span>
            <span className="tl-sr-only">{name}</span>
          </li>
        </Tooltip>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map(({ name }) => name).join(', ')}>
          <li className={classes.person}>+{more.length}</li>
        </Tooltip>
      )}
    </ul>
  );
}

/** `Mara is typing`; null if nobody else is. */
export function typingText(people: readonly ChatPerson[], own: string): string | null {
  const names = people.filter(({ id, typing }) => typing && id !== own).map(({ name }) => name);
  const [first, second] = names;
  if (first === undefined) return null;
  if (second === undefined) return `${first} is typing`;
  return names.length === 2 ? `${first} and ${second} are typing` : 'Several people are typing';
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
