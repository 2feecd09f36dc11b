import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checklistTemplate } from '../../../shared/domain/checklist.ts';
import {
  MOUNTING_NOTE,
  MOUNTING_PHOTOS,
  MOUNTING_PLACE,
  MOUNTING_PLACE_WHERE,
} from '../../../shared/domain/boxes.ts';
import { signIn } from '../../../shared/domain/people.ts';
import { MOST_IN_SERIES, plannedCars } from '../../../shared/domain/planned-work.ts';
import { unexpectedStop, windowFault } from '../../../shared/domain/diagnostics.ts';
import { personId } from '../../../shared/ids.ts';

it('a series is planned for one car at least, or for no number', () => {
  const takes = (cars: unknown) => plannedCars.safeParse(cars).success;
  expect([null, 1, 2, MOST_IN_SERIES].map(takes)).toEqual([true, true, true, true]);
  expect([0, -1, 1.5, MOST_IN_SERIES + 1, '3'].map(takes)).toEqual([false, false, false, false, false]);
});

it('the shipped checklists of cars and vans have the items by which mountings are remembered', () => {
  for (const name of ['car', 'van']) {
    const file = new URL(`../../../resources/checklists/${name}.json`, import.meta.url);
    const { items } = checklistTemplate.parse(JSON.parse(readFileSync(file, 'utf8')));
    const ids = items.map(({ id }) => id);
    const kept = [MOUNTING_PLACE, MOUNTING_PLACE_WHERE, MOUNTING_PHOTOS, MOUNTING_NOTE];
    expect([name, kept.filter((id) => !ids.some((known) => known === id))]).toEqual([name, []]);
  }
});

it('a fault is kept as short lines, never as a text of any length', () => {
  const stop = {
    at: 1,
    version: '1.0.0',
    kind: 'app',
    reason: 'TypeError',
    code: null,
    frames: ['jobLine (main.js:120:9)'],
    reported: false,
  };
  const takes = (changes: object) => unexpectedStop.safeParse({ ...stop, ...changes }).success;
  const line = 'x'.repeat(200);
  expect(unexpectedStop.parse(stop)).toEqual(stop);
  expect(takes({ reason: line, code: line, frames: Array.from({ length: 30 }, () => line) })).toBe(true);
  for (const changes of [
    { reason: `${line}x` },
    { code: `${line}x` },
    { frames: [`${line}x`] },
    { frames: Array.from({ length: 31 }, () => '') },
    { version: 'x'.repeat(41) },
  ])
    expect([changes, takes(changes)]).toEqual([changes, false]);
  const fault = { name: line, stack: 'x'.repeat(20_000) };
  expect(windowFault.parse(fault)).toEqual(fault);
  expect(windowFault.safeParse({ ...fault, name: `${line}x` }).success).toBe(false);
  expect(windowFault.safeParse({ ...fault, stack: `${fault.stack}x` }).success).toBe(false);
});

it('a person signs in by a name, a PIN or a badge, each of a length that a person or a scanner gives', () => {
  const person = personId.parse(randomUUID());
  const longest = [
    { by: 'name', name: 'x'.repeat(20_000) },
    { by: 'pin', person, pin: '1'.repeat(200) },
    { by: 'badge', code: 'x'.repeat(2000) },
  ];
  for (const way of longest) expect(signIn.parse(way)).toEqual(way);
  for (const way of [
    { by: 'name', name: 'x'.repeat(20_001) },
    { by: 'pin', person, pin: '1'.repeat(201) },
    { by: 'badge', code: 'x'.repeat(2001) },
    { by: 'badge', name: 'Jo' },
    { by: '', code: '1' },
  ])
    expect([way.by, signIn.safeParse(way).success]).toEqual([way.by, false]);
});
