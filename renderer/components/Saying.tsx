import type { Sentence } from '../../shared/problem.ts';
import { useSay } from '../i18n/use-text.ts';

/** A sentence the main process made, said in the reader's language. */
export function Saying({ of }: { readonly of: Sentence }) {
  return <>{useSay()(of)}</>;
}
