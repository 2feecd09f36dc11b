import type { DirectoryProductView } from '../../../../shared/domain/directory.ts';
import type { useText } from '../../../i18n/use-text.ts';

/** Whether a product has a service, in words. */
export function serviceWords(
  text: ReturnType<typeof useText>,
  { service, serviceName }: Pick<DirectoryProductView, 'service' | 'serviceName'>,
): string {
  switch (service) {
    case 'active':
      return serviceName === null
        ? text('directory.product.serviceActive')
        : text('directory.product.serviceActiveNamed', { name: serviceName });
    case 'none':
      return text('directory.product.serviceNone');
    case 'unknown':
      return text('directory.product.serviceUnknown');
  }
}

/** The same within a line of words. */
export function serviceInLine(
  text: ReturnType<typeof useText>,
  { service, serviceName }: Pick<DirectoryProductView, 'service' | 'serviceName'>,
): string {
  switch (service) {
    case 'active':
      return serviceName === null
        ? text('directory.product.lineActive')
        : text('directory.product.lineActiveNamed', { name: serviceName });
    case 'none':
      return text('directory.product.lineNone');
    case 'unknown':
      return text('directory.product.lineUnknown');
  }
}
