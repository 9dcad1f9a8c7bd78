import { invalidField, type ProblemError } from './problem.ts';

/** What can be wrong with a form that uploads a file, for both binders. */
export const UPLOAD_PROBLEMS = {
  malformed: () => invalidField('', 'The form is incomplete or malformed'),
  surplus: (field: string) => invalidField('', `The form must contain only the field \`${field}\``),
  missing: (field: string) => invalidField(`/${field}`, 'Is required'),
  unknown: (name: string) => invalidField(`/${name}`, 'Unknown field'),
} satisfies Record<string, (name: string) => ProblemError>;
