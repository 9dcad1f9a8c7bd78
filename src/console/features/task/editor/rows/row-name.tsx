import { PlainInput } from '#console/ui/form/plain.tsx';
import { useProblem } from '../editor-context.tsx';
import { problemId, useIsOpen } from './editor-row.tsx';
import rows from './rows.module.css';

interface RowNameProps {
  id: string;
  /** Pointer to the row. */
  at: string;
  label: string;
  name: string;
  locked: boolean;
  /** Whether anything is said to be wrong with the row. */
  hasProblem: boolean;
  onChange: (name: string) => void;
}

/** The name of a row that nothing refers to: taken over with each key. */
export function RowName({ id, at, label, name, locked, hasProblem, onChange }: RowNameProps) {
  const pointer = `${at}/name`;
  const isInvalid = useProblem(pointer) !== undefined;
  return (
    <PlainInput
      className={rows.name}
      data-name={id}
      data-pointer={pointer}
      aria-label={label}
      aria-describedby={hasProblem ? problemId(id) : undefined}
      value={name}
      maxLength={64}
      readOnly={locked}
      spellCheck={false}
      invalid={isInvalid}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What to say of a row: what is wrong with its name; and while it is closed, with what it hides. */
export function useRowProblem(id: string, at: string): string | undefined {
  const open = useIsOpen(id);
  const nameProblem = useProblem(`${at}/name`);
  const anyProblem = useProblem(at);
  return open ? nameProblem : (nameProblem ?? anyProblem);
}
