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

/** The data the mocks start with. */
export const SCENARIOS = ['normal', 'empty', 'large', 'low-balance', 'past-due'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** How a world of mocks starts; everything has a default. */
export interface MockOptions {
  /** `owner` by default. */
  persona?: Persona;
  /** `normal` by default. */
  scenario?: Scenario;
  /** The same seed and time give the same world. */
  seed?: number;
  /** The time (ms since 1970) that seeded times count back from; now by default. */
  now?: number;
  /** Milliseconds between two tokens of a run. */
  tokenMs?: number;
  /** The balance of the persona's organisation, in micro-dollars; by default the scenario's. */
  balance?: number;
  /** The simulated faults; none by default. */
  faults?: Faults;
  /** Whether to show the developer panel; true by default. */
  panel?: boolean;
}

/** Milliseconds between two tokens in a browser, unless the URL says otherwise. */
export const TOKEN_MS = 25;

/** The number of tasks in the scenario `large`: as many as a project may have. */
export const LARGE_TASKS = 10_000;

/** The persona with this name, or undefined. */
export function toPersona(text: string | null | undefined): Persona | undefined {
  return PERSONAS.find((persona) => persona === text);
}

/** The scenario with this name, or undefined. */
export function toScenario(text: string | null | undefined): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario === text);
}
