/** Listeners that are called once when a store is lost, also those that subscribe later. */
export function lossListeners() {
  const listeners: ((reason: unknown) => void)[] = [];
  let loss: { readonly reason: unknown } | null = null;
  return {
    add: (listener: (reason: unknown) => void): void => {
      if (loss === null) listeners.push(listener);
      else listener(loss.reason);
    },
    tell: (reason: unknown): void => {
      loss = { reason };
      for (const listener of listeners) listener(reason);
    },
  };
}
