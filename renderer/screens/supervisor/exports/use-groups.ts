import { useMemo } from 'react';
import { useQuery } from '../../../data/lookup.ts';
import type { AskedView } from '../use-asked-view.ts';

/** The groups that jobs of this view are in, most jobs first; '' = the jobs without one. */
export function useGroups({ filter }: AskedView): readonly string[] {
  const asked = useMemo(() => ({ filter: { ...filter, groups: [] } }), [filter]);
  const { value } = useQuery(window.boxwright.supervision.facets, asked, ['supervision']);
  return value?.groups.map(({ value: name }) => name) ?? [];
}
