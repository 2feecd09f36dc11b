import type { DirectoryService } from '../../../../shared/domain/directory.ts';
import type { useText } from '../../../i18n/use-text.ts';

/** The name of a service; its number where it has no name. */
export function serviceName(
  text: ReturnType<typeof useText>,
  { id, name }: Pick<DirectoryService, 'id' | 'name'>,
): string {
  return name ?? text('directory.service.unnamed', { id });
}
