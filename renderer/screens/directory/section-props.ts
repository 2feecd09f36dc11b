import type { AppStatus } from '../../../shared/domain/status.ts';

/** What every part of the Directory is given. */
export interface SectionProps {
  readonly status: AppStatus;
  /** What is open, as the route names it; null = nothing. */
  readonly id: string | null;
}
