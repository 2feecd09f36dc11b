import { foldForSearch } from '../../../shared/domain/serial.ts';
import { type JobKey, jobKey } from '../../../shared/domain/job-key.ts';
import type { Directory } from '../../directory/directory.ts';

/** The one key of a brand's catalogue that is called so; null where none or several are. */
export function keyByName(directory: Pick<Directory, 'keys'>, brand: string, name: string): JobKey | null {
  if (brand === '' || name === '') return null;
  const wanted = foldForSearch(name);
  const found = directory.keys(brand).rows.filter((key) => foldForSearch(key.keyFormName) === wanted);
  const [one] = found;
  if (one === undefined || found.length > 1) return null;
  return jobKey.parse(one);
}
