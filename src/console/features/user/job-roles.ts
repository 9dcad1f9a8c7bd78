/** The suggested job roles; a profile accepts any other too. */
export const jobRoles = [
  'Engineer',
  'Product manager',
  'Designer',
  'Data scientist',
  'Founder',
  'Marketing',
  'Support',
] as const;
