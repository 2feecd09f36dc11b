/** The n-th UUID of a kind. */
export const uuid = (kind: string, n: number): string =>
  `${kind.padEnd(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
