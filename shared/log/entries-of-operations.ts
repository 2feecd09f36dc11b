import { z } from 'zod';
import { confirmedBy, operationKind, operationState } from '../domain/operation.ts';
import { correctionValue } from '../domain/operation-commands.ts';
import { operationId } from '../ids.ts';
import { problemCode } from '../problem.ts';
import { instant } from '../time.ts';
import { byInstaller, byItself, defineEntry, OF_NO_JOB, label, personal, plain } from './define.ts';

/*
 * Entries of the outcomes of operations, and of a person's decisions about them.
 */

const text = z.string();
const number = z.number();

const of = { operation: plain(operationId), kind: plain(operationKind) };

/** The message of the operator, or of a gateway. */
const said = personal('words', text.nullable().optional());

/** When the access expires. */
const until = plain(instant.optional());

const inTrouble = { ...of, problem: plain(problemCode), said };

/** A person's decision about an operation, and the operation's state before it. */
const ofDecision = { ...of, was: plain(operationState), problem: plain(problemCode.nullable()) };

const attempt = byItself('attempt')({ supervisor: true });
const trouble = byItself('trouble');
const decision = byInstaller('decision')({ supervisor: true });

/** Each field of a correction, before and after; fields that the operation does not have are absent. */
const value = correctionValue.optional();
const corrected = {
  'serialNumber before': label(value),
  'serialNumber after': label(value),
  'name before': personal('car', value),
  'name after': personal('car', value),
  'groupName before': label(value),
  'groupName after': label(value),
  'licensePlate before': personal('car', value),
  'licensePlate after': personal('car', value),
  'vin before': personal('car', value),
  'vin after': personal('car', value),
  'brand before': label(value),
  'brand after': label(value),
  'model before': label(value),
  'model after': label(value),
  'description before': personal('words', value),
  'description after': personal('words', value),
  'start before': label(value),
  'start after': label(value),
  'end before': label(value),
  'end after': label(value),
};

export const operationEntries = [
  defineEntry('operation-accepted', attempt, { ...of, until }),
  defineEntry('operation-unknown', attempt, inTrouble),
  defineEntry('operation-done', byItself('result')({ installer: true }), {
    ...of,
    confirmedBy: plain(confirmedBy),
    /** The operator's id of the created object. */
    bound: plain(number.optional()),
    /** The SAP number of an installed Box, as the operator reported it before the request was sent. */
    sap: label(text.nullable().optional()),
    /** Whether its variant was compared with the one that the job needs. */
    variantChecked: plain(z.boolean().optional()),
    until,
  }),
  defineEntry('operation-blocked', trouble({ installer: true, supervisor: true }), inTrouble),
  defineEntry('operation-failed', trouble({ installer: true }), inTrouble),
  defineEntry('operation-cancelled', decision, {
    ...of,
    was: plain(operationState.optional()),
    problem: plain(problemCode.nullable()),
    said,
  }),
  defineEntry('operation-decided', byInstaller('decision')({ installer: true, supervisor: true }), {
    ...ofDecision,
    wasDone: plain(z.boolean()),
    /** The id of the object that a person found at the operator. */
    adopted: plain(number.nullable().optional()),
  }),
  defineEntry('operation-retried', decision, ofDecision),
  defineEntry('operation-held', decision, ofDecision),
  defineEntry('operation-released', decision, ofDecision),
  defineEntry('operation-corrected', decision, { ...ofDecision, revision: plain(number), ...corrected }),
  defineEntry('operation-moved', decision, {
    ...ofDecision,
    revision: plain(number),
    'car before': personal('car', text),
    'car after': personal('car', text),
  }),
  defineEntry('operation-seen', decision, { ...ofDecision, incidents: plain(number) }),
  defineEntry('result-contradicts', trouble({ supervisor: true }), { ...of, said }),
  defineEntry('access-given-twice', trouble({ supervisor: true }), { ...of, assignment: plain(number) }),
  defineEntry('access-gone-with-box', byItself('result')({ installer: true }), {
    operation: plain(operationId),
    assignment: plain(number),
    problem: plain(problemCode.nullable()),
    said,
  }),
  defineEntry('access-stayed', trouble({ installer: true }), {
    operation: plain(operationId),
    assignment: plain(number),
    problem: plain(problemCode.nullable()),
    said,
  }),
  defineEntry('results-given-up', OF_NO_JOB, {
    count: plain(number),
    oldestFetchedAt: plain(instant),
    epoch: plain(text),
  }),
  /** A write outside any job, with ids and labels of its subject. */
  defineEntry('edit-requested', OF_NO_JOB, {
    ...of,
    assignment: plain(number.nullable().optional()),
    /** The operator's id of the car; for a new car, its name. */
    car: personal('car', z.union([number, text]).nullable().optional()),
    /** The fields that identify the car. */
    label: personal('car', text.optional()),
    vin: personal('car', text.nullable().optional()),
    /** The names of the changed fields, separated by spaces. */
    fields: label(text.optional()),
    serial: label(text.nullable().optional()),
    sentAs: label(text.optional()),
    product: plain(number.optional()),
    service: plain(number.optional()),
    group: plain(number.optional()),
    /** The group's new name, and the previous one. */
    name: label(text.nullable().optional()),
    was: label(text.nullable().optional()),
    user: plain(number.nullable().optional()),
    type: plain(z.enum(['CarOpened', 'CarClosed']).optional()),
    at: plain(instant.optional()),
    start: plain(instant.nullable().optional()),
    end: plain(instant.nullable().optional()),
  }),
] as const;
