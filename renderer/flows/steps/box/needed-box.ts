import type { ViewOf } from '../../../../shared/domain/job.ts';
import { useText } from '../../../i18n/use-text.ts';

/** The required Box: by the key, in a swap without one like the Box that leaves. Null: not known. */
export function useNeededBox(
  job: ViewOf<'installation' | 'swap'>,
): { readonly says: string; readonly sap: string | null } | null {
  const text = useText();
  const { key } = job;
  if (key !== null) {
    return key.boxName === null
      ? null
      : { says: text('flow.box.take', { box: key.boxName }), sap: key.boxSapNumber };
  }
  const old = job.kind === 'swap' ? (job.removal.box?.sapNumber ?? null) : null;
  return old === null ? null : { says: text('flow.box.takeLikeOld'), sap: old };
}
