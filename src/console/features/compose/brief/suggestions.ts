/** Suggestions for free-text fields of the brief. */
export const TONES = [
  'Friendly and concrete',
  'Matter-of-fact',
  'Conversational',
  'Enthusiastic',
  'Authoritative',
  'Humorous',
];

export const LANGUAGES = [
  'English',
  'German',
  'French',
  'Spanish',
  'Italian',
  'Portuguese',
  'Dutch',
  'Polish',
  'Japanese',
  'Chinese',
];

/** Approximate numbers of words. */
export const LENGTHS = [
  { value: '600', label: 'Short' },
  { value: '1000', label: 'Medium' },
  { value: '2000', label: 'Long' },
] as const;
