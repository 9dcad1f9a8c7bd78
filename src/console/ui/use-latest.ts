import { type RefObject, useEffect, useRef } from 'react';

/** Holds the value of the last render, for effects and stable callbacks that must not depend on it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
