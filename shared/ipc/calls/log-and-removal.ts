import { z } from 'zod';
import { logState } from '../../domain/trust.ts';
import { call } from '../call.ts';
import {
  LONGEST_REMOVAL_REASON,
  removalDecision,
  removalFindings,
  removalRequest,
  removalQuery,
  removalState,
} from '../../domain/removal.ts';
import { logEntryId } from '../../ids.ts';

/* The IPC calls about the data that this laptop keeps: checks of its installation log, and the removal of personal data. */

/** The checks and exports of this laptop's installation log. */
export const logCalls = {
  'log.state': call('installer', z.object({}), logState),
  /**
   * Verifies the whole log; resolves when that is complete or was stopped. `known`: an entry as printed on a
   * report, or empty. ProblemError `log-place-malformed`, `log-busy`.
   */
  'log.check': call('installer', z.object({ known: z.string().max(200) }), logState),
  /**
   * Asks for a path and exports the log; null = cancelled or stopped, and no file is left behind. ProblemError
   * `log-busy`.
   */
  'log.save': call('installer', z.object({}), z.object({ path: z.string().nullable() })),
  /** Stops the running task. */
  'log.stop': call('installer', z.object({}), z.object({})),
} as const;

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
