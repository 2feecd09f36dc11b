import type { useText } from '../../../i18n/use-text.ts';

/** The word for an event; a type that the spec does not name as the operator calls it. */
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
