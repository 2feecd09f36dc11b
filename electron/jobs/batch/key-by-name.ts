import { foldForSearch } from '../../../shared/domain/serial.ts';
import { type JobKey, jobKey } from '../../../shared/domain/job-key.ts';
import type { Directory } from '../../directory/directory.ts';

/**
 * The one key of a brand's catalogue that is called so; null where none or several are.
 *
 * @param variant the SAP number of the Box that is to be fitted: of several keys that are called so, the one that names it.
 */
export function keyByName(
  directory: Pick<Directory, 'keys'>,
  brand: string,
  name: string,
  variant: string | null = null,
): JobKey | null {
  if (brand === '' || name === '') return null;
  const wanted = foldForSearch(name);
  const called = directory.keys(brand).rows.filter((key) => foldForSearch(key.keyFormName) === wanted);
  const found =
    called.length < 2 || variant === null
      ? called
      : called.filter(
          ({ boxSapNumber: sap }) => sap !== null && foldForSearch(sap) === foldForSearch(variant),
        );
  const [one] = found;
  if (one === undefined || found.length > 1) return null;
  return jobKey.parse(one);
}
