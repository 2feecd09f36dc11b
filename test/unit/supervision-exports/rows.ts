import type { ExportedRow } from '../../../shared/domain/supervision-job.ts';
import type { JobsToExport } from '../../../electron/supervision/copies-reader.ts';
import type { SupervisionRow } from '../../../shared/domain/supervision.ts';
import { jobId } from '../../../shared/ids.ts';
import { instant } from '../../../shared/time.ts';

const at = instant.parse(Date.UTC(2026, 10, 21, 8, 30));

/** A finished, proved and unreviewed installation; what is given departs from that. */
export function row(number: number, departs: Partial<SupervisionRow> = {}): SupervisionRow {
  return {
    jobId: jobId.parse(`0190aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`),
    kind: 'installation',
    state: 'complete',
    plate: `M-BX ${1000 + number}`,
    carName: `Van ${number}`,
    vin: `W1V447705138${String(number).padStart(5, '0')}`,
    brand: 'Mercedes-Benz',
    model: 'Vito',
    keyForm: 'Smart key, 3 buttons',
    group: 'New arrivals',
    serial: `00${70_000 + number}`,
    variant: 'Box 2',
    fitted: true,
    unchecked: false,
    takenOut: null,
    installer: number % 2 === 0 ? 'Bay 2' : 'Bay 3',
    laptop: 'Hall 1',
    site: 'Hall 1',
    startedAt: at,
    finishedAt: at,
    lastAt: at,
    minutes: 31.5,
    verification: { phase: 'removed', opened: true, closed: true },
    proof: { state: 'proven' },
    openAccess: null,
    review: { state: 'none', revision: 0, reviewer: null, at: null },
    risk: 0,
    forced: 0,
    changedAnswers: 0,
    green: true,
    trouble: null,
    logFault: false,
    ...departs,
  };
}

/** The same as it is exported; its log is checked. */
export function exportedRow(number: number, departs: Partial<ExportedRow> = {}): ExportedRow {
  return {
    ...row(number),
    log: 'checked',
    checklist: null,
    answers: [],
    photos: [],
    proofs: [],
    named: { people: [], cars: [], differing: [] },
    reviewers: [],
    chains: [],
    ...departs,
  };
}

/** Rows as an export takes them. */
export function jobsOf(rows: Iterable<ExportedRow>, total: number): JobsToExport {
  return {
    total,
    rows,
    answered: {
      *[Symbol.iterator]() {
        for (const row of rows) yield { ...row, whole: () => row };
      },
    },
    photosOfOthers: () => [],
  };
}
