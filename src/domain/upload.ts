import { invalidField, type ProblemError } from './problem.ts';

/** What can be wrong with a form that uploads a file, for both binders. */
export const UPLOAD_PROBLEMS = {
  malformed: () => invalidField('', 'The form is cut off or malformed'),
  surplus: (field: string) =>
    invalidField('', `The form has one field, \`${field}\`, and nothing else`),
  missing: (field: string) => invalidField(`/${field}`, 'Is required'),
  unknown: (name: string) => invalidField(`/${name}`, 'Is not a known field'),
} satisfies Record<string, (name: string) => ProblemError>;
