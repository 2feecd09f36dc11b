import { useMemo, useState } from 'react';
import { periodOfMonth } from '../../../../shared/domain/supervision-export.ts';
import { supervisionFilter } from '../../../../shared/domain/supervision.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useToday } from '../../../format/use-today.ts';

/** The months that are offered, the newest first. */
const MONTHS = 24;

/** The questions of a monthly pack, and what is known of their answers. */
export interface Pack {
  /** As 2026-10. */
  readonly month: string;
  readonly months: readonly string[];
  /** Null = all sites. */
  readonly site: string | null;
  /** Those at which jobs began in the month. */
  readonly sites: readonly { readonly name: string; readonly jobs: number }[];
  /** The jobs of the pack; null = not counted yet. */
  readonly jobs: number | null;
  readonly chooseMonth: (month: string) => void;
  readonly chooseSite: (site: string | null) => void;
}

/** The last month that is over, at the site that the table shows. */
export function usePack(shown: string | null): Pack {
  const today = useToday();
  const months = useMemo(
    () => Array.from({ length: MONTHS }, (_, back) => monthBefore(today, back)),
    [today],
  );
  const [chosen, chooseMonth] = useState<string | null>(null);
  const [site, chooseSite] = useState(shown);
  const month = chosen ?? monthBefore(today, 1);
  const asked = useMemo(() => ({ filter: supervisionFilter.parse(periodOfMonth(month)) }), [month]);
  const { value, answers } = useQuery(window.boxwright.supervision.facets, asked, ['supervision']);
  const counted = answers?.filter.from === asked.filter.from ? (value?.sites ?? null) : null;
  const jobs = (counted ?? []).filter(({ value: name }) => site === null || name === site);
  return {
    month,
    months,
    site,
    sites: (counted ?? []).flatMap(({ value: name, count }) => (name === '' ? [] : [{ name, jobs: count }])),
    jobs: counted === null ? null : jobs.reduce((sum, { count }) => sum + count, 0),
    chooseMonth,
    chooseSite,
  };
}

function monthBefore(day: number, back: number): string {
  const at = new Date(day);
  const month = new Date(at.getFullYear(), at.getMonth() - back, 1);
  return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
}
