import { type ComponentType, lazy as awaited, useState } from 'react';

/** A part of the window that is read when it is first wanted, or before. */
export interface Lazy<Props> {
  /** Suspends while it is being read; once it was fetched, it is there at once. */
  readonly Part: ComponentType<Props>;
  readonly fetch: () => Promise<unknown>;
}

/** `const queue = lazy(async () => (await import('…')).QueueScreen)`; `queue.fetch()` ahead spares a person the wait. */
export function lazy<Props extends object>(read: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let there: ComponentType<Props> | null = null;
  const fetch = async () => (there ??= await read());
  const Awaited = awaited(async () => ({ default: await fetch() }));
  return {
    // React shows a fallback for a frame even where nothing is waited for, and takes another component for another screen.
    Part: function Part(props) {
      const [Shown] = useState<ComponentType<Props>>(() => there ?? Awaited);
      return <Shown {...props} />;
    },
    fetch,
  };
}
