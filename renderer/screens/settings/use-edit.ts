import { useState } from 'react';

/**
 * A form over a saved value: the saved one until a person changes it. A new saved value replaces what was sent, and
 * never what a person typed since.
 */
export function useEdit<Value>(saved: Value) {
  const [typed, setTyped] = useState<Value | null>(null);
  const [sent, setSent] = useState<Value | null>(null);
  const [before, setBefore] = useState(saved);
  if (JSON.stringify(before) !== JSON.stringify(saved)) {
    setBefore(saved);
    if (typed === sent) setTyped(null);
  }
  return {
    value: typed ?? saved,
    change: setTyped,
    /** The present value is being saved. */
    send: () => setSent(typed),
  };
}
