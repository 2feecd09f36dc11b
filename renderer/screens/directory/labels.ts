import { z } from 'zod';
import type {
  DirectoryCar,
  DirectoryProductView,
  DirectoryService,
} from '../../../shared/domain/directory.ts';
import type { useText } from '../../i18n/use-text.ts';

/** The object chosen in a form: the id that is sent, and its name. */
export interface Chosen<Id> {
  readonly id: Id;
  readonly label: string;
}

/** The schema of a choice in a draft. */
export function chosenSchema<Id extends z.ZodType>(id: Id) {
  return z.object({ id, label: z.string() }).nullable();
}

/** The name of a car in a sentence: its plate, else its name. */
export function carLabel(car: Pick<DirectoryCar, 'licensePlate' | 'name'>): string {
  return car.licensePlate ?? car.name;
}

/** The name of a product in a sentence: its serial, else its unique id. */
export function productLabel({
  serialNumber,
  uniqueId,
}: Pick<DirectoryProductView, 'serialNumber' | 'uniqueId'>): string {
  return serialNumber === '' ? uniqueId : serialNumber;
}

/** The word for an event; a type that the spec does not name keeps the operator's name. */
export function eventWord(text: ReturnType<typeof useText>, type: string): string {
  switch (type) {
    case 'CarOpened':
      return text('directory.event.opened');
    case 'CarClosed':
      return text('directory.event.closed');
    default:
      return type;
  }
}

/** The name of a service; its number where it has no name. */
export function serviceName(
  text: ReturnType<typeof useText>,
  { id, name }: Pick<DirectoryService, 'id' | 'name'>,
): string {
  return name ?? text('directory.service.unnamed', { id });
}

/** The words for the service state of a product. */
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

/** The words for the service state, for use within a line. */
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
