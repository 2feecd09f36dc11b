import { useText } from '../i18n/use-text.ts';

/** "According to Bay 3": of an end that is known by another laptop's word alone ('' = a laptop whose name is not proven). */
export function useAccordingTo(): (reportedBy: string) => string {
  const text = useText();
  return (laptop) =>
    laptop === '' ? text('handOver.reported.unknown') : text('handOver.reported.by', { laptop });
}
