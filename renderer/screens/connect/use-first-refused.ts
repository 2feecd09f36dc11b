import { type RefObject, useEffect, useRef } from 'react';

/** For a form: when fields are refused, the cursor goes to the first of them. */
export function useFirstRefused(refused: ReadonlySet<string>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  return form;
}
