import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  firstTexts,
  type InputTexts,
  inputTexts,
  readInputs,
} from '#console/modules/run/inputs/input-values.ts';
import { useLatest } from '#console/ui/use-latest.ts';
import type { RunInputs, TaskVariable } from '#generated/model/index.ts';
import { loadInputs, saveInputs } from './stored-inputs.ts';

const saveDelay = 300;

export interface InputsFormState {
  texts: InputTexts;
  /** Errors to show: those of touched fields, and all of them after an attempt to run. */
  errors: Record<string, string>;
  change: (name: string, text: string) => void;
  leave: (name: string) => void;
  /**
   * Fills in the inputs of a past run.
   * @returns a function that undoes it
   */
  fill: (inputs: RunInputs) => () => void;
  /** Reads the inputs for a call; null when some are invalid, which is then shown. */
  submit: () => RunInputs | null;
  /** Shows the server's errors until the fields change. */
  refuse: (errors: Record<string, string>) => void;
}

/** The task's inputs as form state, remembered on this device. */
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
  const latest = useLatest(texts);
  const leave = useCallback((name: string) => {
    // Leaving an empty field isn't an error yet.
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

/** Saves shortly after the last key press, and when the form or the page closes. */
function useSaved(taskId: string, texts: InputTexts): void {
  const latest = useRef(texts);
  const saved = useRef(texts);
  useEffect(() => {
    latest.current = texts;
  });
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
