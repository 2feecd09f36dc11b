/** Parts of an entry that have a name in words. */
const named = ['worker', 'plate', 'vin', 'name', 'answer', 'note', 'comment', 'said', 'reason'] as const;
type NamedField = (typeof named)[number];

export const isNamedField = (name: string): name is NamedField => named.some((one) => one === name);
