/** What people are asked about their work; a profile takes any other answer too. */
export const jobRoles = [
  'Engineer',
  'Product manager',
  'Designer',
  'Data scientist',
  'Founder',
  'Marketing',
  'Support',
] as const;
