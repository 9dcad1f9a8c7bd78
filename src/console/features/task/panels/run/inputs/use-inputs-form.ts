import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  firstTexts,
  type InputTexts,
  inputTexts,
  readInputs,
} from '#console/modules/run/inputs/input-values.ts';
import type { RunInputs, TaskVariable } from '#generated/model/index.ts';
import { loadInputs, saveInputs } from './stored-inputs.ts';

const saveDelay = 300;

export interface InputsFormState {
  texts: InputTexts;
  /** What to show at the fields: wrong values of fields that were left, and after an attempt everything. */
  errors: Record<string, string>;
  change: (name: string, text: string) => void;
  leave: (name: string) => void;
  /** Takes the inputs of a past run. @returns how to take that back */
  fill: (inputs: RunInputs) => () => void;
  /** Reads the form for a call; null when something is wrong, which is then shown. */
  submit: () => RunInputs | null;
  /** Shows what the server found wrong, until the field is changed. */
  refuse: (errors: Record<string, string>) => void;
}

/** The inputs of a task as they are typed; they stay on this machine until they are changed. */
export function useInputsForm(taskId: string, variables: readonly TaskVariable[]): InputsFormState {
  const [typed, setTyped] = useState<InputTexts>(() => loadInputs(taskId));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  useSaved(taskId, typed);

  const texts = useMemo(() => firstTexts(variables, typed), [variables, typed]);
  const read = useMemo(() => readInputs(variables, texts), [variables, texts]);
  const known = new Set(variables.map(({ name }) => name));
  const errors = Object.fromEntries(
    Object.entries({ ...refused, ...read.errors }).filter(
      ([name]) => known.has(name) && (attempted || refused[name] !== undefined || left.has(name)),
    ),
  );

  const change = useCallback((name: string, text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
    setRefused(({ [name]: _gone, ...rest }) => rest);
  }, []);
  const latest = useRef(texts);
  useEffect(() => {
    latest.current = texts;
  });
  const leave = useCallback((name: string) => {
    // An empty field that was only passed through is not yet a mistake.
    if (latest.current[name]?.trim()) setLeft((before) => new Set(before).add(name));
  }, []);

  return {
    texts,
    errors,
    change,
    leave,
    fill: (inputs) => {
      setTyped((before) => ({ ...before, ...inputTexts(variables, inputs) }));
      setAttempted(false);
      setRefused({});
      return () => setTyped(typed);
    },
    submit: () => {
      const fine = Object.keys(read.errors).length === 0;
      setAttempted(!fine);
      setRefused({});
      return fine ? read.inputs : null;
    },
    refuse: setRefused,
  };
}

/** Saves shortly after the last key, and when the form or the page goes away. */
function useSaved(taskId: string, texts: InputTexts): void {
  const latest = useRef(texts);
  const saved = useRef(texts);
  latest.current = texts;
  useEffect(() => {
    if (saved.current === texts) return;
    const timer = setTimeout(() => {
      saved.current = texts;
      saveInputs(taskId, texts);
    }, saveDelay);
    return () => clearTimeout(timer);
  }, [taskId, texts]);
  useEffect(() => {
    const save = () => {
      if (saved.current !== latest.current) saveInputs(taskId, latest.current);
    };
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [taskId]);
}
