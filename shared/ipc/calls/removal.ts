import { z } from 'zod';
import {
  LONGEST_REMOVAL_REASON,
  removalDecision,
  removalFindings,
  removalRequest,
  removalQuery,
  removalState,
} from '../../domain/removal.ts';
import { logEntryId } from '../../ids.ts';
import { call } from '../call.ts';

/** Personal data on this laptop: search, and permanent removal. */
export const removalCalls = {
  'removal.state': call('installer', z.object({}), removalState),
  /**
   * Searches all data and resolves when the search is complete or was stopped; nothing is changed. ProblemError
   * `removal-too-short`, `log-busy`.
   */
  'removal.look': call('supervisor', removalQuery, removalState),
  /**
   * Removes exactly what was found. ProblemError `removal-changed`, `removal-in-the-way`, `removal-reason-missing`,
   * `removal-reason-repeats`, `removal-words-left`, `log-busy`.
   */
  'removal.remove': call(
    'supervisor',
    z.object({
      digest: removalFindings.shape.digest,
      reason: z.string().max(LONGEST_REMOVAL_REASON),
      request: removalRequest,
    }),
    removalState,
  ),
  /**
   * Decides about an order of another laptop. ProblemError `not-found`, `removal-decided` (it was carried out or
   * withdrawn), `log-busy`.
   */
  'removal.decide': call(
    { from: 'installer', upTo: 'supervisor' },
    z.object({ id: logEntryId, decision: removalDecision }),
    removalState,
  ),
  /**
   * Withdraws an order of this laptop; laptops that have not carried it out yet keep the data. ProblemError
   * `not-found`, `removal-decided` (it was withdrawn before).
   */
  'removal.withdraw': call('supervisor', z.object({ id: logEntryId }), removalState),
  /** Stops the search and discards its findings. */
  'removal.forget': call('supervisor', z.object({}), removalState),
} as const;
