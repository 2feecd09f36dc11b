import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SupervisionFacets, SupervisionFilter } from '../../../../shared/domain/supervision.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { type Query, useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';

type FacetsQuery = Pick<Query<unknown, SupervisionFacets>, 'value' | 'problem' | 'refetch'>;

const Facets = createContext<FacetsQuery>({ value: null, problem: null, refetch: () => undefined });

/** Reads the choices of the filter menus with their counts. Only an open menu is rendered again by their answer. */
export function ReadFacets({
  filter,
  children,
}: {
  readonly filter: SupervisionFilter;
  readonly children: ReactNode;
}) {
  const question = useMemo(() => ({ filter }), [filter]);
  const { value, problem, refetch } = useQuery(
    window.boxwright.supervision.facets,
    question,
    supervisionTopics,
  );
  const facets = useMemo(() => ({ value, problem, refetch }), [value, problem, refetch]);
  return <Facets value={facets}>{children}</Facets>;
}

/** The part of a menu that needs the facets; before their first answer, its skeleton or the problem. */
export function WithFacets({ children }: { readonly children: (facets: SupervisionFacets) => ReactNode }) {
  const { value, problem, refetch } = useContext(Facets);
  if (value !== null) return children(value);
  return problem === null ? <RowsSkeleton /> : <ProblemNotice problem={problem} onRetry={refetch} />;
}
