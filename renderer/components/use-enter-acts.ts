import { useEffect, useState } from 'react';

/**
 * Does Enter submit the form just now? From its fields and its button it does, from a heading or another button not. Left out:
 * of whatever form has the focus.
 */
export function useEnterActs(form: string | undefined): boolean {
  const [acts, setActs] = useState(false);
  useEffect(() => {
    const look = () => setActs(submits(document.activeElement, form));
    look();
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, [form]);
  return acts;
}

function submits(focused: Element | null, form: string | undefined): boolean {
  const field = focused instanceof HTMLInputElement;
  const button = focused instanceof HTMLButtonElement && focused.type === 'submit';
  if (!field && !button) return false;
  return form === undefined ? focused.form !== null : focused.form?.id === form;
}
