import type { Random } from '../random.ts';

const WORDS = [
  '',
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  '2147483648',
  '9007199254740993',
  '"4711"',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"2026-05-01T08:00:00Z"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"customerId":1}}',
  '{"toString":1}',
  'NaN',
  '"',
  '\\',
] as const;

const FIELDS = [
  'checksum',
  'assignmentId',
  'carId',
  'userId',
  'customerId',
  'operationSucceeded',
  'errorMessage',
  'start',
  'end',
  'updateData',
  '__proto__',
  'constructor',
  'ü',
] as const;

/** A payload that is right, but for the fields that chance changed, left out, added or wrote twice. */
export function jsonBody(random: Random): string {
  const fields = new Map<string, string>([
    ['checksum', `"${random.below(1_000_000)}"`],
    ['assignmentId', String(random.below(100_000))],
    ['carId', '11'],
    ['userId', '22'],
    ['customerId', '4711'],
    ['operationSucceeded', String(random.chance(0.5))],
    ['errorMessage', 'null'],
    ['start', '"2026-05-01T08:00:00Z"'],
    ['end', 'null'],
  ]);
  const written: string[] = [];
  for (let changes = random.below(4); changes > 0; changes -= 1) {
    const field = random.pick(FIELDS);
    if (random.chance(0.3)) fields.delete(field);
    else if (random.chance(0.2)) written.push(`"${field}":${random.pick(WORDS)}`);
    else fields.set(field, random.pick(WORDS));
  }
  for (const [name, value] of fields) written.push(`"${name}":${value}`);
  return `{${written.join(',')}}`;
}

/** A body of any kind, most of them near to a right one. */
export function anyBody(random: Random): Buffer {
  const near = Buffer.from(jsonBody(random), 'utf8');
  switch (random.below(10)) {
    case 0:
      return Buffer.from(random.pick(WORDS), 'utf8');
    case 1:
      return Buffer.from('['.repeat(random.below(60_000)), 'utf8');
    case 2:
      return Buffer.from(`{"checksum":"${'x'.repeat(60_000 + random.below(8_000))}"}`, 'utf8');
    case 3:
      return near.subarray(0, random.below(near.length));
    case 4:
      return mutated(random, near);
    default:
      return near;
  }
}

const PIECES = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  '0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 0\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Expect: 100-continue\r\n',
  'Connection: upgrade\r\nUpgrade: websocket\r\n',
  'secret: x\r\n',
  'HTTP/2.0',
  '%00',
  '%zz',
  '/../',
  '\u00ff\u00fe',
] as const;

/** The bytes with some of them turned, taken out, doubled or put in. */
export function mutated(random: Random, bytes: Buffer): Buffer {
  let now = bytes;
  for (let changes = 1 + random.below(4); changes > 0; changes -= 1) {
    const at = random.below(now.length + 1);
    const upTo = Math.min(now.length, at + random.below(16));
    const parts = [now.subarray(0, at), now.subarray(upTo)] as const;
    switch (random.below(4)) {
      case 0:
        now = Buffer.concat([parts[0], Buffer.from([random.below(256)]), now.subarray(at + 1)]);
        break;
      case 1:
        now = Buffer.concat(parts);
        break;
      case 2:
        now = Buffer.concat([parts[0], now.subarray(at, upTo), now.subarray(at)]);
        break;
      default:
        now = Buffer.concat([parts[0], Buffer.from(random.pick(PIECES), 'latin1'), now.subarray(at)]);
    }
  }
  return now;
}
