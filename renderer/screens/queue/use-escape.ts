import { useEffect } from 'react';

/**
 * Escape outside of any field and any dialog. Heard before a dialog hears it: a dialog that is in front then still
 * stands there and takes the key for itself alone.
 */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const hear = ({ key, target }: KeyboardEvent) => {
      const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (key === 'Escape' && !typing && document.querySelector('[role="dialog"]') === null) onEscape();
    };
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [onEscape]);
}
