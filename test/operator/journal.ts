import { pathMatcher } from './path-pattern.ts';

/** One request as the operator saw it. Never holds the authorization, the API key or the login. */
export type JournalEntry = {
  readonly sequence: number;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly at: number;
  readonly method: string;
  /** Path below the base address, without the query. */
  readonly path: string;
  readonly query: string;
  /** `METHOD /path/{template}` of the route, null when there is none. */
  readonly operation: string | null;
  readonly customerId: number | null;
  readonly contentType: string | null;
  /** The body as text; null for token requests, whose body is a login. */
  readonly body: string | null;
  /** A write took effect, whether or not its answer reached the client. */
  applied: boolean;
  /** The client's view of it. */
  outcome: 'open' | 'answered' | 'dropped' | 'truncated' | 'hung';
  /** The status written to the wire; null when none was. */
  status: number | null;
  /** The fault that hit this request. */
  fault: string | null;
};

/** Filters for entries; `path` may hold `*` for one segment and `**` for any rest. */
export type JournalFilter = {
  readonly method?: string;
  readonly path?: string;
  readonly operation?: string;
  readonly applied?: boolean;
};

export type Journal = {
  readonly entries: readonly JournalEntry[];
  readonly open: (
    entry: Omit<JournalEntry, 'sequence' | 'applied' | 'outcome' | 'status' | 'fault'>,
  ) => JournalEntry;
  readonly matching: (filter: JournalFilter) => JournalEntry[];
  /** How often a write of this kind really took effect. */
  readonly executions: (filter: JournalFilter) => number;
  readonly clear: () => void;
};

/** An empty journal. */
export function newJournal(): Journal {
  const entries: JournalEntry[] = [];
  let sequence = 0;
  const matching = (filter: JournalFilter): JournalEntry[] => {
    const pathMatches = filter.path === undefined ? () => true : pathMatcher(filter.path);
    return entries.filter(
      (entry) =>
        (filter.method === undefined || entry.method === filter.method) &&
        (filter.operation === undefined || entry.operation === filter.operation) &&
        (filter.applied === undefined || entry.applied === filter.applied) &&
        pathMatches(entry.path),
    );
  };
  return {
    entries,
    open: (seen) => {
      sequence += 1;
      const entry: JournalEntry = {
        ...seen,
        sequence,
        applied: false,
        outcome: 'open',
        status: null,
        fault: null,
      };
      entries.push(entry);
      return entry;
    },
    matching,
    executions: (filter) => matching({ ...filter, applied: true }).length,
    clear: () => {
      entries.length = 0;
    },
  };
}
