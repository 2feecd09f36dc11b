import type { AppStatus } from '../../../shared/domain/status.ts';

/** The props of every part of the Directory. */
export interface SectionProps {
  readonly status: AppStatus;
  /** The open row, as the route names it; null = none. */
  readonly id: string | null;
}
