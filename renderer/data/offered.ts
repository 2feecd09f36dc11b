import { useStatus } from './status.ts';

/** Has the environment this list? Only a sync that found it missing says no. */
export function useOffered(list: 'brands' | 'groups' | 'products' | 'services' | 'cars' | 'users'): boolean {
  const sync = useStatus().value?.sync;
  return sync?.state !== 'complete' || !sync.notOffered.includes(list);
}
