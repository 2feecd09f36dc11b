/** The longest subject that git's own lists show in full. */
const LONGEST_SUBJECT = 72;
const TYPES = [
  'build',
  'chore',
  'ci',
  'docs',
  'feat',
  'fix',
  'perf',
  'refactor',
  'revert',
  'style',
  'test',
] as const;
const CONVENTIONAL = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9][a-z0-9:/,-]*\\))?!?: \\S`);
/** Made by git itself, or melted into another commit before it is landed. */
const GITS_OWN = /^(?:Merge |Revert "|fixup! |squash! )/;

/** The faults of a commit message by conventionalcommits.org, a sentence each; none for a good one. */
export function faultsOfMessage(message: string): readonly string[] {
  const lines = message.split('\n').filter((line) => !line.startsWith('#'));
  const [subject = '', second = ''] = lines;
  if (GITS_OWN.test(subject)) return [];
  return [
    ...(CONVENTIONAL.test(subject)
      ? []
      : [`the subject is not "TYPE(PART): words" with a type of ${TYPES.join(', ')}`]),
    ...(subject.length <= LONGEST_SUBJECT
      ? []
      : [`the subject has ${subject.length} characters, at most ${LONGEST_SUBJECT} are shown`]),
    ...(/[.\s]$/.test(subject) ? ['the subject ends with a full stop or a blank'] : []),
    ...(second.trim() === '' ? [] : ['the second line is not empty']),
  ];
}
