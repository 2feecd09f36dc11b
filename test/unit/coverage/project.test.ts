import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpointNames } from '../../../electron/operator/request.ts';
import { projectParts } from '../../coverage/project-parts.ts';
import { specOperations } from '../../coverage/spec-operations.ts';
import { columns, coverageTable, type CoverageParts, emptyCells } from '../../coverage/table.ts';

const root = join(import.meta.dirname, '../../..');
const spec = readFileSync(join(root, 'docs/spec/vehicle-access-api-v3.md'), 'utf8');
const part4 = spec.slice(spec.indexOf('## 4. Endpoints'), spec.indexOf('## 5. Authentication'));

/** `METHOD /path` of every line of a table in part 4. */
const shownInPart4 = [...part4.matchAll(/^\| (GET|PUT|PATCH|POST|DELETE) \| (\/[^\s|]+)/gm)].map(
  ([, method, path]) => `${method} ${path}`,
);

test('the list of operations holds every line of the tables of part 4, and no other', () => {
  const ours = specOperations.filter(({ shown }) => shown !== 'named').map(({ operation }) => operation);
  expect(shownInPart4.length).toBeGreaterThan(25);
  // The spec gives one receiver its path; part 6 names the other two.
  const others = ['POST /webhooks/assignmentCreatedResult', 'POST /webhooks/assignmentUpdatedResult'];
  expect(new Set(ours)).toEqual(new Set([...shownInPart4, ...others]));
});

test('every operation without a request type has its exact name of the spec', () => {
  const sentence = part4.slice(part4.indexOf('### Operations named elsewhere'));
  const named = specOperations.filter(({ shown }) => shown === 'named');
  expect(named.filter(({ namedAs = '?' }) => !sentence.includes(namedAs))).toEqual([]);
  // "These are referred to by name or path but their request and response shapes are not shown: a, b, c."
  const counted = sentence.slice(sentence.indexOf('not shown:')).split(',');
  expect(named).toHaveLength(counted.length);
});

// `npm run check` prints the table at every change, and fails where a cell is empty.
describe('the table of this project', () => {
  let parts: CoverageParts;

  beforeAll(() => {
    parts = projectParts(root);
  });

  test('every request the client builds is found in its sources @long', () => {
    const { endpoints } = parts;
    expect(new Set(endpoints.map(({ name }) => name))).toEqual(new Set(endpointNames));
    expect(endpoints.filter(({ shape }) => !/^[A-Z]+ \/[\w{}/]+$/.test(shape))).toEqual([]);
  });

  test('no cell of this project is empty @long', () => {
    expect(emptyCells(coverageTable(parts))).toEqual([]);
  });

  test('a screen is named only where its own call comes to the operation @long', () => {
    const rows = coverageTable(parts);
    const screenOf = (wanted: string) => rows.find(({ operation }) => operation === wanted)?.screen;
    const folder = 'renderer/screens/directory';
    // Trying the start again comes to it too, by opening the profile: the call made for it stands first.
    expect(screenOf('GET /customers')).toMatch(
      `directory.customers in ${folder}/sections/CustomersSection.tsx +`,
    );
    expect(screenOf('GET /events/{eventId}')).toBe(`directory.eventNow in ${folder}/cars/CarEventDialogs.tsx`);
    for (const path of ['', '/products']) {
      expect(screenOf(`GET /services/{serviceId}${path}`)).toBe(
        `directory.serviceNow in ${folder}/sections/ServicesSection.tsx`,
      );
    }
    // Others come to it too, by opening the profile or asking for a look at the fleet.
    expect(screenOf('GET /users')).toMatch(/^(?:directory\.sync|edits\.removeUserByAddress) in \S+ \+\d$/);
  });

  test('the command prints every operation with every column @long', () => {
    const script = join(root, 'test/coverage/print-api-coverage.ts');
    const printed = execFileSync(process.execPath, [script], { encoding: 'utf8' });
    const lines = printed.split('\n');
    expect(lines.filter((line) => specOperations.some(({ operation }) => operation === line))).toHaveLength(
      specOperations.length,
    );
    expect(lines.filter((line) => columns.some((column) => line.startsWith(`  ${column}`)))).toHaveLength(
      specOperations.length * columns.length,
    );
  });
});
