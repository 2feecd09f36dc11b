import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { headlessMain, startProcess, type Variables } from './headless-process.ts';
import { wholeJob } from './the-job.ts';
import { LONG } from '../../runner/long.ts';

/** No server listens there: a refusal comes before any request. */
const NOBODY = 'http://127.0.0.1:9';

/** Runs with a job file and variables that are whole but for the changes; answers the only line there must be. */
async function refusal(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  given: { readonly args?: readonly string[]; readonly job?: unknown; readonly changes?: Variables },
) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const job = join(folder, 'job.json');
  const { job: content = wholeJob } = given;
  writeFileSync(job, typeof content === 'string' ? content : JSON.stringify(content));
  const dataDir = join(folder, 'data');
  const { ended } = startProcess(process.execPath, [...headlessMain, ...(given.args ?? ['--job', job])], {
    BOXWRIGHT_ENVIRONMENT: 'uat',
    BOXWRIGHT_BASE_URL: `${NOBODY}/v3`,
    BOXWRIGHT_API_KEY: 'an-api-key',
    BOXWRIGHT_USERNAME: 'an-api-manager',
    BOXWRIGHT_PASSWORD: 'a-password',
    BOXWRIGHT_CUSTOMER_ID: '4711',
    BOXWRIGHT_RELAY_URL: NOBODY,
    BOXWRIGHT_RELAY_TOKEN: 'bxr_a-token',
    BOXWRIGHT_DATA_DIR: dataDir,
    ...given.changes,
  });
  const { code, stderr, lines, stdout } = await ended;
  expect({ code, stderr }).toMatchObject({ code: 2 });
  expect(lines).toMatchObject([{ event: 'end', code: 2, because: 'configuration' }]);
  // Nothing was begun: there is no profile, so no database.
  expect(readdirSync(folder).includes('data') ? readdirSync(dataDir) : []).toEqual([]);
  expect(stderr).not.toMatch(/\n\s+at |Error:|undefined|\{\{/);
  return { says: stderr.trimEnd(), output: stdout + stderr };
}

const USAGE =
  'npm run headless -- --job job.json [--timeout SECONDS] [--again], or npm run headless -- --bundle bundle.zip';

describe.concurrent('the command line', () => {
  test.for([
    [[], `--job is missing: ${USAGE}`],
    [['--jobb', 'x.json'], `There is no option --jobb: ${USAGE}`],
    [['--job', '/nowhere/job.json'], 'The job file /nowhere/job.json cannot be read. Check the path.'],
    [['--job', tmpdir()], `The job file ${tmpdir()} cannot be read. Check the path.`],
    [['--job', 'x.json', '--timeout', 'soon'], '--timeout must be a number of seconds from 1 to 86400.'],
  ] as const)('%j is refused in one sentence @long', async ([args, sentence], context) => {
    expect((await refusal(context, { args })).says).toBe(sentence);
  });
});

describe.concurrent('the job file', () => {
  const car = { name: 'Vito 12' };
  test.for([
    ['text that is no JSON', '', '{"car":', /is not JSON\. Mend it and start again\.$/],
    ['a field that is not known', '', { car, colour: 'red' }, /Unrecognized key: "colour"\.$/],
    ['an empty car', LONG, { car: {} }, /does not fit: car\.name: A name is missing\. Type a name\.$/],
    [
      'a VIN with umlauts',
      LONG,
      { car: { ...car, vin: 'WÄ1V4477' } },
      /does not fit: car\.vin: A VIN cannot hold “Ä”\./,
    ],
    [
      'a group name of 10,000 characters',
      LONG,
      { car, group: { name: 'x'.repeat(10_000) } },
      /does not fit: group\.name: This is too long: 10,000 characters; at most 200 can be sent\./,
    ],
    [
      'a serial that is none',
      LONG,
      { car, box: { serialNumber: '12/34€' } },
      /does not fit: box\.serialNumber is not a serial number \(letters, digits, dashes\)\.$/,
    ],
  ] as const)(
    '%s is reported in one sentence, and nothing is begun %s',
    async ([, , job, sentence], context) => {
      const { says } = await refusal(context, { job });
      expect(says).toMatch(sentence);
      expect(says).toMatch(/^The job file \S+ /);
      expect(says).not.toContain('\n');
    },
  );
});

describe.concurrent('the environment', () => {
  test.for([
    'BOXWRIGHT_ENVIRONMENT',
    'BOXWRIGHT_BASE_URL',
    'BOXWRIGHT_API_KEY',
    'BOXWRIGHT_USERNAME',
    'BOXWRIGHT_PASSWORD',
    'BOXWRIGHT_CUSTOMER_ID',
    'BOXWRIGHT_RELAY_URL',
    'BOXWRIGHT_RELAY_TOKEN',
  ])('a missing %s is named @long', async (name, context) => {
    expect((await refusal(context, { changes: { [name]: undefined } })).says).toBe(`${name} is missing.`);
  });

  test('everything that is missing or wrong is named at once', async (context) => {
    const { says } = await refusal(context, {
      changes: {
        BOXWRIGHT_API_KEY: '',
        BOXWRIGHT_PASSWORD: undefined,
        BOXWRIGHT_QUARANTINE_SECONDS: 'a while',
      },
    });
    expect(says.split('\n')).toEqual([
      'BOXWRIGHT_API_KEY is missing.',
      'BOXWRIGHT_PASSWORD is missing.',
      'BOXWRIGHT_QUARANTINE_SECONDS must be a number of seconds from 0 to 3600.',
    ]);
  });

  test.for([
    ['BOXWRIGHT_API_KEY_HEADER', 'canary: header', ''],
    ['BOXWRIGHT_PASSWORD', 'canary'.repeat(100), ''],
    ['BOXWRIGHT_RELAY_TOKEN', 'canary\ncanary', ''],
    ['BOXWRIGHT_ENVIRONMENT', 'canary', LONG],
    ['BOXWRIGHT_BASE_URL', 'http://canary.example/v3', LONG],
    ['BOXWRIGHT_BASE_URL', 'canary', LONG],
    ['BOXWRIGHT_API_KEY', 'canary with\tblanks', LONG],
    ['BOXWRIGHT_CUSTOMER_ID', 'canary', LONG],
    ['BOXWRIGHT_RELAY_URL', 'ftp://canary@127.0.0.1', LONG],
    ['BOXWRIGHT_QUARANTINE_SECONDS', '-1 canary', LONG],
    ['BOXWRIGHT_DATA_DIR', '/dev/null/canary', LONG],
  ] as const)('a wrong %s is named without its value: %j %s', async ([name, value], context) => {
    const { says, output } = await refusal(context, { changes: { [name]: value } });
    expect(says).toMatch(new RegExp(`^${name} must (be|not be) .+\\.$`));
    expect(output).not.toContain('canary');
  });
});
