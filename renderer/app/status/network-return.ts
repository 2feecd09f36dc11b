/**
 * Acts when the system says that a network is there again. That is a hint to try at once, never a proof: whether the operator
 * is reached only an answer of his shows. Returns the end of it.
 */
export function onNetworkReturn(system: EventTarget, act: () => void): () => void {
  system.addEventListener('online', act);
  return () => system.removeEventListener('online', act);
}
