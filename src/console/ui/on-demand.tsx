import { type ComponentType, lazy, Suspense } from 'react';

type Part = ComponentType<Record<string, unknown>>;

/** A component of a module that is loaded when it is first rendered, below a `Suspense`. */
export function lazyOf<M, Name extends keyof M>(load: () => Promise<M>, name: Name): M[Name] {
  return lazy(async () => ({ default: (await load())[name] as Part })) as M[Name];
}

/** The same without anything in its place until then, such as a dialog. */
export function onDemand<M, Name extends keyof M>(load: () => Promise<M>, name: Name): M[Name] {
  const Loaded = lazyOf(load, name) as Part;
  const OnDemand: Part = (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
  return OnDemand as M[Name];
}
