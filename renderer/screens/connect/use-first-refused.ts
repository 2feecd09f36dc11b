import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first refused field of a form. */
export function useFirstRefused(refused: ReadonlySet<string>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  return form;
}
