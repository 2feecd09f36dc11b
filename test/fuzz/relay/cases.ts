import { anyBody, mutated } from './bodies.ts';
import { random, type Random } from '../random.ts';

/** Valid credentials, so that most cases reach the code behind. */
export type Keys = { readonly secret: string; readonly tokens: readonly [string, ...string[]] };

/** A webhook that is sent with nothing wrong around its body, so that a 204 for it can be compared with the store. */
export type WholeWebhook = { readonly event: string; readonly body: Buffer };

/** Bytes to send; `whole` is null where anything but the body may be wrong, or where they are no webhook. */
export type FuzzCase = { readonly bytes: Buffer; readonly whole: WholeWebhook | null };

/** Whole webhooks go here and nowhere else; everything else goes to the other environment. */
export const WHOLE_ENVIRONMENT = 'uat';
const OTHER_ENVIRONMENT = 'prod';
const EVENTS = [
  'assignmentCreatedResult',
  'assignmentUpdatedResult',
  'assignmentDeletedResult',
  'somethingNew',
] as const;
/** So many different bodies are sent again and again: a repeated result is one row. */
const REPEATED_BODIES = 40;
const METHODS = ['POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'BREW'] as const;
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'text/plain',
  'application/json;;;',
  ';',
  '',
  'a'.repeat(3000),
] as const;
const HEADERS = [
  '',
  'x-request-id: 1\r\n',
  'secret: again\r\n',
  'X-Forwarded-For: 1.2.3.4, ::1, nobody\r\n',
  'Content-Encoding: gzip\r\n',
  'Accept-Version: 9\r\n',
  `x-long: ${'y'.repeat(9000)}\r\n`,
  Array.from({ length: 200 }, (_, n) => `x-${n}: ${n}\r\n`).join(''),
  'Expect: something\r\n',
  'Cookie: \u00e4=\u00f6\r\n',
] as const;
const QUERIES = [
  'environment=uat&customerId=4711',
  'environment=uat&customerId=4711&limit=5',
  'environment=uat&customerId=4711&after=0123456789abcdef.1',
  'environment=prod&customerId=4712',
  'environment=uat&customerId=99999999999',
  'environment=uat&environment=prod&customerId[]=1',
  'environment=%00&customerId=%F0%28',
  'limit=0&wait=-1&after=..',
  '__proto__=1&constructor=2',
  '?&&==',
] as const;

/** The request with this number; always the same for the same number. */
export function fuzzCase(number: number, keys: Keys): FuzzCase {
  const chance = random(number);
  // Half of them are wrong in what they say only, so that they come all the way in.
  const gentle = chance.chance(0.5);
  if (gentle && chance.chance(0.7)) return wholeWebhook(chance, keys.secret);
  const bytes = requestOf(chance, keys, gentle);
  return { bytes: !gentle && chance.chance(0.6) ? mutated(chance, bytes) : bytes, whole: null };
}

function requestOf(chance: Random, keys: Keys, gentle: boolean): Buffer {
  if (!gentle && chance.chance(0.7)) return brokenWebhook(chance, keys.secret);
  return chance.chance(0.6) ? reading(chance, keys, gentle) : writing(chance, keys);
}

const ENTRY = {
  number: 1,
  id: 'e0000000-0000-4000-8000-000000000001',
  at: 1_700_000_000_000,
  clockOffsetMs: null,
  worker: 'Jo',
  jobId: null,
  type: 'job-started',
  data: '{}',
  previousHash: '0'.repeat(64),
  hash: '0'.repeat(64),
} as const;
const WRONG = [null, '', -1, 1e300, 'a\0b', '\ud800', [], {}, '0'.repeat(64)] as const;

/** The requests of laptops and supervisors, with a field or two damaged. */
function writing(chance: Random, { tokens }: Keys): Buffer {
  const owner = { environment: 'uat', customerId: 4711 };
  const log = { ...owner, chain: 'c0000000-0000-4000-8000-000000000001', entries: [ENTRY] };
  const review = { ...owner, id: ENTRY.id, jobId: ENTRY.id, verdict: 'rework', comment: 'x', basedOn: 0 };
  const car = { id: null, licensePlate: 'M-AB 123', vin: '', name: '', brand: '', model: '' };
  const facts = { car, day: '2026-03-31', from: null, until: null, place: 1, site: '', laptop: '', crew: '' };
  const removal = { ...facts, kind: 'removal', keyPlace: '', note: '', leaves: '' };
  const work = chance.chance(0.5) ? removal : { ...removal, [spoiltPlan(chance)]: chance.pick(WRONG) };
  const plan = { ...owner, id: ENTRY.id, work, withdrawn: null, basedOn: 0, worker: '' };
  const act = { act: 'begun', reason: '', jobId: ENTRY.id, revision: 1, worker: '', at: 1 };
  const held = { ...owner, plannedJob: ENTRY.id, id: ENTRY.id, code: '0000-0000', ...act };
  const claim = chance.chance(0.5) ? held : { ...held, [spoiltPlan(chance)]: chance.pick(WRONG) };
  const words = { brand: 'Volkswagen', model: '', key: '', title: 'x', note: 'x', files: [] };
  const content = chance.chance(0.5) ? words : { ...words, [spoiltWords(chance)]: chance.pick(WRONG) };
  const version = { ...owner, id: ENTRY.id, content, basedOn: 0, worker: '' };
  const signed = { key: 'A'.repeat(43), signature: `${'A'.repeat(85)}A` };
  const publication = { ...owner, version: 1, document: '{}', signed, files: [] };
  const sealed = 'A'.repeat(60);
  const mirrored = { jobId: ENTRY.id, turn: 1, code: '0000-0000', version: ENTRY.hash };
  const mirror = { ...owner, ...mirrored, label: sealed, content: sealed };
  const spoiltJob = { jobId: ENTRY.id, turn: chance.pick(WRONG), open: true };
  const [path, right] = chance.pick<readonly [string, unknown]>([
    ['POST /v1/log-entries', log],
    ['POST /v1/log-entries', { ...log, entries: [{ ...ENTRY, [spoilt(chance)]: chance.pick(WRONG) }] }],
    ['POST /v1/reviews', review],
    ['POST /v1/planned-jobs', plan],
    ['POST /v1/planned-job-claims', claim],
    ['POST /v1/instructions', version],
    ['POST /v1/publications', { ...publication, [spoiltPublication(chance)]: chance.pick(WRONG) }],
    ['POST /v1/mirrors', { ...mirror, [spoiltMirror(chance)]: chance.pick(WRONG) }],
    ['POST /v1/mirrors', mirror],
    ['POST /v1/mirror-reports', { ...owner, code: mirror.code, jobs: [spoiltJob] }],
    ['POST /v1/rescues', { ...mirror, proof: mirror.label, [spoiltMirror(chance)]: chance.pick(WRONG) }],
    [`PUT /v1/attachments/${ENTRY.hash}?environment=uat&customerId=4711`, chance.pick(WRONG)],
  ]);
  const body = Buffer.from(JSON.stringify(right), 'utf8');
  const range = chance.pick([
    '',
    'Content-Range: bytes */9\r\n',
    'Content-Range: bytes 0-1/99999999\r\n',
    '',
  ]);
  const head =
    `${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${chance.pick(tokens)}\r\n` +
    `Content-Type: ${chance.pick(['application/json', 'image/png', ''])}\r\n${range}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

const spoiltPlan = (chance: Random): string =>
  chance.pick(['car', 'day', 'place', 'note', 'kind', 'act', 'jobId', 'code', 'revision']);
const spoiltWords = (chance: Random): string =>
  chance.pick(['brand', 'model', 'key', 'title', 'note', 'files']);
const spoiltPublication = (chance: Random): string => chance.pick(['version', 'document', 'signed', 'files']);
const spoiltMirror = (chance: Random): string =>
  chance.pick(['jobId', 'turn', 'code', 'version', 'label', 'content', 'proof']);
const spoilt = (chance: Random): string => chance.pick(['number', 'at', 'worker', 'data', 'hash', 'jobId']);

function wholeWebhook(chance: Random, secret: string): FuzzCase {
  const body = chance.chance(0.2) ? anyBody(random(chance.below(REPEATED_BODIES))) : anyBody(chance);
  const event = chance.pick(EVENTS);
  const chunked = chance.chance(0.2);
  const head =
    `POST /${WHOLE_ENVIRONMENT}/webhooks/${event} HTTP/1.${chance.chance(0.9) ? 1 : 0}\r\nHost: localhost\r\nConnection: close\r\n` +
    `Content-Type: ${TYPES[0]}\r\nsecret: ${secret}\r\n${lengthOf(chunked, body.length)}\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), ...inPieces(chunked, body)]),
    whole: { event, body },
  };
}

function brokenWebhook(chance: Random, secret: string): Buffer {
  const body = anyBody(chance);
  const given = chance.chance(0.9) ? secret : chance.pick(['', 'wrong', `${secret}, ${secret}`, '\u00fc']);
  const path = chance.chance(0.95)
    ? `/${OTHER_ENVIRONMENT}/webhooks/${chance.pick(EVENTS)}`
    : `/${chance.pick(QUERIES)}`;
  const chunked = chance.chance(0.2);
  const length = chance.chance(0.95) ? body.length : chance.below(100_000);
  const head =
    `${chance.pick(METHODS)} ${path} HTTP/1.${chance.chance(0.9) ? 1 : 0}\r\nHost: localhost\r\nConnection: close\r\n` +
    `Content-Type: ${chance.pick(TYPES)}\r\nsecret: ${given}\r\n${chance.pick(HEADERS)}` +
    `${lengthOf(chunked, length)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), ...inPieces(chunked, body)]);
}

const lengthOf = (chunked: boolean, length: number): string =>
  chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;

/** An empty piece would be the last one. */
const inPieces = (chunked: boolean, body: Buffer): readonly Buffer[] =>
  chunked
    ? [
        ...(body.length === 0
          ? []
          : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]),
        Buffer.from('0\r\n\r\n'),
      ]
    : [body];

function reading(chance: Random, { tokens }: Keys, gentle: boolean): Buffer {
  const token = gentle || chance.chance(0.9) ? chance.pick(tokens) : `bxr_${'A'.repeat(chance.below(60))}`;
  const path = chance.pick([
    '/v1/results',
    '/v1/results',
    '/v1/me',
    '/healthz',
    '/metrics',
    '/openapi.json',
    '/v1/%2e%2e',
  ]);
  return Buffer.from(
    `GET ${path}?${chance.pick(QUERIES)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Authorization: ${gentle ? 'Bearer' : chance.pick(['Bearer', 'bearer', 'Basic', ''])} ${token}\r\n` +
      `${gentle ? '' : chance.pick(HEADERS)}\r\n`,
    'latin1',
  );
}
