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
  /** Whether the row has a problem elsewhere. */
  hasProblem: boolean;
  onChange: (name: string) => void;
}

/** The name of a row that isn't referenced elsewhere. It is committed on each key press. */
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

/** The problem to show for a row: that of its name, and while it is closed, those of its hidden details. */
export function useRowProblem(id: string, at: string): string | undefined {
  const open = useIsOpen(id);
  const nameProblem = useProblem(`${at}/name`);
  const anyProblem = useProblem(at);
  return open ? nameProblem : (nameProblem ?? anyProblem);
}
