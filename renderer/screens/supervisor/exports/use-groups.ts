import { useMemo } from 'react';
import type { BoardView } from '../../../app/board-view.ts';
import { useLookup } from '../../../stores/lookup.ts';

/** The groups that jobs of this view are in, most jobs first; '' = the jobs without one. */
export function useGroups({ filter }: BoardView): readonly string[] {
  const asked = useMemo(() => ({ filter: { ...filter, groups: [] } }), [filter]);
  const { value } = useLookup(window.boxwright.supervision.facets, asked, ['supervision']);
  return value?.groups.map(({ value: name }) => name) ?? [];
}
