import { useEffect, useRef, useState } from 'react';
import type { InputNode, UiNode } from '../flow/flow-types.ts';
import {
  bodyOf,
  findInput,
  isField,
  isOneTime,
  isSaved,
  missing,
  type Typed,
} from '../flow/nodes.ts';
import type { FlowControl } from '../flow/use-flow.ts';
import { autofillCeremony, isCeremony, runCeremony } from '../passkey/ceremonies.ts';
import { supportsAutofill } from '../passkey/webauthn.ts';

type FormOptions = {
  autoFocus?: boolean;
  /** Initial field values, before anything is typed. */
  initial?: Typed;
};

/**
 * State of a flow's form: what was typed (kept across responses and even a new flow), what is missing, and
 * what pressing a button does.
 */
export function useFlowForm(
  control: FlowControl,
  nodes: readonly UiNode[],
  options: FormOptions = {},
) {
  const { autoFocus = false, initial } = options;
  const { responses, submit, flow } = control;
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef(false);
  const [entered, setTyped] = useState<Typed>({});
  const typed: Typed = initial ? { ...initial, ...entered } : entered;
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState(responses);

  // A response arrived: one-time codes are used up, and the flow's own errors apply from now on.
  if (seen !== responses) {
    setSeen(responses);
    setEmpty([]);
    setProblem(null);
    const served = nodes.filter((node) => isField(node) && isOneTime(node)) as InputNode[];
    // Empty, rather than the flow's own value: some identity services send the wrong code back.
    const cleared = responses > 1 ? served.map((node) => [node.attributes.name, ''] as const) : [];
    setTyped(flow && isSaved(flow) ? {} : { ...entered, ...Object.fromEntries(cleared) });
  }

  // The focus moves to the first invalid field, or to the field for the code that was sent.
  useEffect(() => {
    // Other forms of the same flow (the security page has several) leave focus alone.
    if (responses === 0 || !pressed.current) return;
    const target =
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.current?.querySelector<HTMLElement>('[autocomplete="one-time-code"]');
    target?.focus();
  }, [responses]);

  const ready = flow !== null;
  useEffect(() => {
    // On touch screens the keyboard would cover the message.
    if (!autoFocus || !ready || globalThis.matchMedia?.('(pointer: coarse)').matches) return;
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])');
    const first = [...(inputs ?? [])].find((input) => input.value === '');
    (first ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  }, [autoFocus, ready]);

  const stopAutofill = useAutofill(nodes, (value, field) => {
    const button = findInput(nodes, 'passkey_login_trigger') ?? field;
    submit(bodyOf(nodes, field, typed, { passkey_login: value }), buttonKey(button));
  });

  const press = async (button: InputNode, now: Typed = typed) => {
    setProblem(null);
    pressed.current = true;
    const absent = missing(nodes, button, now);
    setEmpty(absent);
    if (absent.length > 0) {
      focusField(form.current, absent[0]);
      return;
    }
    if (!isCeremony(button)) {
      await submit(bodyOf(nodes, button, now), buttonKey(button));
      return;
    }
    // A browser runs one ceremony at a time, and the autofill offer counts as one.
    stopAutofill();
    const { result, field } = await runCeremony(nodes, button, now);
    if (result.type === 'failed') setProblem(result.message);
    if (result.type === 'cancelled')
      setProblem("The passkey wasn't used. Try again when you're ready.");
    if (result.type === 'response') {
      await submit(bodyOf(nodes, button, now, { [field]: result.value }), buttonKey(button));
    }
  };

  const change = (name: string, value: string | boolean) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setEmpty((before) => before.filter((each) => each !== name));
  };

  return { form, typed, change, empty, problem, press };
}

/** Identifies a button within its form, to show which one is submitting. */
export function buttonKey(button: InputNode): string {
  const { name, value } = button.attributes;
  return `${button.group}:${name}:${value ?? ''}`;
}

/** Inputs use the flow's names, including dots. */
function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  if (name === undefined) return;
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}

/**
 * Offers passkeys in the browser's autofill list, where the flow supports it.
 * @param onResponse called with the chosen passkey's response and the field that submits it
 * @returns a function that withdraws the offer
 */
function useAutofill(
  nodes: readonly UiNode[],
  onResponse: (value: string, field: InputNode) => void,
): () => void {
  const latest = useRef({ nodes, onResponse });
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = { nodes, onResponse };
  });
  const field = findInput(nodes, 'passkey_login');
  const isOffered = field?.attributes.onloadTrigger === 'oryPasskeyLoginAutocompleteInit';
  const challenge = isOffered ? findInput(nodes, 'passkey_challenge') : undefined;
  const key = challenge ? String(challenge.attributes.value) : null;

  useEffect(() => {
    if (key === null) return;
    const ending = new AbortController();
    running.current = ending;
    const wait = async () => {
      if (!(await supportsAutofill()) || ending.signal.aborted) return;
      const value = await autofillCeremony(latest.current.nodes, ending.signal);
      const into = findInput(latest.current.nodes, 'passkey_login');
      if (value !== null && into) latest.current.onResponse(value, into);
    };
    wait();
    return () => ending.abort();
  }, [key]);

  return () => running.current?.abort();
}
