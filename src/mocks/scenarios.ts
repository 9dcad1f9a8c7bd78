import type { Faults } from './faults.ts';

/** Who is signed in when the mocks start. */
export const PERSONAS = [
  'owner',
  'editor',
  'member',
  'outsider',
  'onboarding',
  'signed-out',
] as const;
export type Persona = (typeof PERSONAS)[number];

/** What there is when the mocks start. */
export const SCENARIOS = ['normal', 'empty', 'large', 'low-balance', 'past-due'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** How a world of mocks begins; all of it has defaults. */
export interface MockOptions {
  /** `owner` when absent. */
  persona?: Persona;
  /** `normal` when absent. */
  scenario?: Scenario;
  /** The same seed and time give the same world. */
  seed?: number;
  /** Milliseconds since 1970 that seeded times are counted back from; now when absent. */
  now?: number;
  /** Milliseconds between two tokens of a run. */
  tokenMs?: number;
  /** What goes wrong; nothing when absent. */
  faults?: Faults;
  /** Whether the developer panel is shown; true when absent. */
  panel?: boolean;
}

/** Tasks in the scenario `large`, as many as a project may have. */
export const LARGE_TASKS = 10_000;

/** The persona that a text names, or undefined. */
export function toPersona(text: string | null | undefined): Persona | undefined {
  return PERSONAS.find((persona) => persona === text);
}

/** The scenario that a text names, or undefined. */
export function toScenario(text: string | null | undefined): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario === text);
}
