/**
 * Changes since they were last noted, the ones that the watcher itself makes included: a change between looking and waiting must not be
 * slept through. The end of the run is one.
 */
export function watchChanges({
  onChange,
  over,
}: {
  readonly onChange: (listener: () => void) => () => void;
  readonly over: AbortSignal;
}) {
  let changed = false;
  let wake: () => void = () => undefined;
  const note = () => {
    changed = true;
    wake();
  };
  const stopListening = onChange(note);
  over.addEventListener('abort', note);
  return {
    noted: () => {
      changed = false;
    },
    /** Resolves outside the commit that woke it. */
    next: () =>
      new Promise<void>((resolve) => {
        wake = () => setImmediate(resolve);
        if (changed) wake();
      }),
    stop: () => {
      stopListening();
      over.removeEventListener('abort', note);
    },
  };
}
