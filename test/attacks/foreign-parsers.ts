import { secretCheck, bearerHash } from '../../relay/access/credentials.ts';
import { addressGroup } from '../../relay/access/admission.ts';
import { pointOf, resultOf } from '../../relay/feed/reading.ts';
import { isJson, readPayload } from '../../relay/http/webhook-payload.ts';
import { firstBadEntry, digestsIn, namesTooMuch } from '../../relay/log-entries.ts';
import { nestsDeep, nestsTooDeep, withoutTooDeep } from '../../relay/nesting.ts';
import { readTrustedProxies } from '../../relay/settings.ts';
import { faultOf, maskSecrets } from '../../electron/base/mask.ts';
import { parseProxyList, readProxyVariables } from '../../electron/base/network/proxy-list.ts';
import { maskDetails } from '../../electron/diagnostics/mask-details.ts';
import { pictureType } from '../../electron/directory/key-pictures.ts';
import { parseJobFile } from '../../electron/app/headless-run/job-file.ts';
import { parseHandedFile } from '../../electron/jobs/hand-over/file-format.ts';
import { pathOf } from '../../electron/jobs/hand-over/opened-file.ts';
import { plainJpeg } from '../../electron/jobs/pictures.ts';
import { html } from '../../electron/reports/html.ts';
import { messageOf, readRetryAfter, interpret } from '../../electron/operator/answer.ts';
import { matcherOf, matcherWithin } from '../../electron/removal/matcher.ts';
import { listCustomers } from '../../electron/operator/endpoints/groups-and-users.ts';
import { csvDialect, csvLine } from '../../electron/reports/exports/table-csv.ts';
import { isNewer, readRelease } from '../../electron/updates/release.ts';
import { readDocument } from '../../shared/domain/office-documents.ts';
import { readTemplate } from '../../shared/domain/checklist-faults.ts';
import { typedPlace, typedAddress, typedText, typedVin, readVin } from '../../shared/domain/typed-text.ts';
import { readScanned } from '../../shared/domain/scanning.ts';
import { foldForSearch, foldSerial } from '../../shared/domain/serial.ts';
import { customerId } from '../../shared/ids.ts';
import { foreignFacts, readEntry } from '../../shared/log/entries.ts';
import { isDecodableFile } from '../../shared/picture-size.ts';
import { relayMe, relayProblem, deviceKeyPage, newDeviceKey } from '../../shared/relay/access.ts';
import { attachmentAnswer } from '../../shared/relay/attachments.ts';
import { feedPage, feedResult } from '../../shared/relay/results.ts';
import { handOverClaim } from '../../shared/relay/jobs.ts';
import {
  LOG_CHAIN_START,
  logBatch,
  logEntry,
  logPage,
  sharedNotePage,
  sharedPart,
} from '../../shared/relay/log.ts';
import { REDACTION, redactionsIn, REMOVAL, removalIn, removalPage } from '../../shared/relay/removals.ts';
import { newReview, reviewPage } from '../../shared/relay/reviews.ts';
import { decodeText, readList } from '../../renderer/screens/batch/read-csv.ts';
import { guessColumns } from '../../shared/domain/batch.ts';
import { generateKeyPairSync } from 'node:crypto';
import { chainOf } from '../integration/relay/log-chain.ts';

/** A parser of foreign input, and the file it is in. */
export type ForeignParser = {
  readonly what: string;
  readonly file: string;
  readonly read: (text: string) => unknown;
  /** No longer input reaches it. */
  readonly most?: number;
};

const WEBHOOK = 64 * 1024;
/** `data` of an entry has a quarter of it. */
const ENTRY_DATA = 64 * 1024;

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const json = (text: string): unknown => JSON.parse(text);
const [ENTRY] = chainOf(1);
if (ENTRY === undefined) throw new Error('no entry');
const entryWith = (data: string) => ({ ...ENTRY, data });
const { publicKey } = generateKeyPairSync('ed25519');

const required = secretCheck({ mode: 'required', accepted: ['secret'] });
const local = secretCheck({ mode: 'local-only' });
const sentWith = (headers: Readonly<Record<string, string>>) => ({ headers, remoteAddress: '127.0.0.1' });

const behindProxy = readTrustedProxies('10.0.0.0/8, ::1') ?? (() => false);

const feed = { environment: 'uat', customerId: customerId.parse(4711) } as const;
const kept = { sequence: 1, kind: 'deleted', firstReceivedAt: 0, lastReceivedAt: 0, deliveries: 1 } as const;

/** The relay's parsers of senders and of laptops. */
const atTheRelay: readonly ForeignParser[] = [
  {
    what: 'a webhook',
    most: WEBHOOK,
    file: 'relay/http/webhook-payload.ts',
    read: (text) => readPayload('created', 'uat', bytes(text)),
  },
  {
    what: 'an update that names what changed',
    most: WEBHOOK,
    file: 'relay/http/webhook-payload.ts',
    read: (text) => readPayload('updated', 'uat', bytes(`{"updateData":${text},"assignmentId":1}`)),
  },
  { what: 'a content type', file: 'relay/http/webhook-payload.ts', read: isJson },
  {
    what: 'a secret',
    file: 'relay/access/credentials.ts',
    read: (text) => required(sentWith({ secret: text })),
  },
  { what: 'a host', file: 'relay/access/credentials.ts', read: (text) => local(sentWith({ host: text })) },
  { what: 'a token', file: 'relay/access/credentials.ts', read: (text) => bearerHash(`Bearer ${text}`) },
  { what: 'an address', file: 'relay/access/admission.ts', read: addressGroup },
  { what: 'a proxy’s address', file: 'relay/settings.ts', read: (text) => behindProxy(text) },
  { what: 'a cursor', file: 'relay/feed/reading.ts', read: pointOf },
  {
    what: 'a kept result',
    file: 'relay/feed/reading.ts',
    read: (text) => JSON.stringify(resultOf(feed, { ...kept, body: bytes(text) })),
  },
  {
    what: 'a body’s nesting',
    file: 'relay/nesting.ts',
    read: (text) => [nestsTooDeep(json(text)), withoutTooDeep(json(text))],
  },
  {
    what: 'a body of a laptop',
    file: 'relay/http/signed-in.ts',
    read: (text) => {
      if (nestsDeep(bytes(text))) return null;
      const value = json(text);
      return [logBatch, newReview, newDeviceKey, handOverClaim].map((one) => one.safeParse(value));
    },
  },
  { what: 'an entry', file: 'shared/relay/log.ts', read: (text) => logEntry.safeParse(entryWith(text)) },
  {
    what: 'the hash of an entry',
    file: 'relay/log-entries.ts',
    read: (text) => firstBadEntry([entryWith(text)]),
  },
  {
    what: 'the files of an entry',
    file: 'relay/log-entries.ts',
    read: (text) => digestsIn(entryWith(text)),
  },
  {
    what: 'what a batch names',
    file: 'relay/log-entries.ts',
    read: (text) => namesTooMuch([{ ...entryWith(text), type: REMOVAL }]),
  },
];

/** The parsers of log entries, at the relay and at the laptops. */
const inEntries: readonly ForeignParser[] = [
  {
    what: 'a redaction',
    most: ENTRY_DATA,
    file: 'shared/relay/removals.ts',
    read: (text) => redactionsIn({ type: REDACTION, number: 9, data: JSON.stringify({ entries: text }) }),
  },
  {
    what: 'the fields of a redaction',
    most: ENTRY_DATA,
    file: 'shared/relay/removals.ts',
    read: (text) => {
      const entries = `1:${LOG_CHAIN_START}:${LOG_CHAIN_START}:data.${text}`;
      return redactionsIn({ type: REDACTION, number: 9, data: JSON.stringify({ entries }) });
    },
  },
  {
    what: 'a removal',
    most: ENTRY_DATA,
    file: 'shared/relay/removals.ts',
    read: (text) => removalIn({ type: REMOVAL, data: JSON.stringify({ photos: text, jobs: text }) }),
  },
  {
    what: 'a removal’s data',
    most: ENTRY_DATA,
    file: 'shared/relay/removals.ts',
    read: (text) => removalIn({ type: REMOVAL, data: text }),
  },
  {
    what: 'the facts of an entry',
    file: 'shared/log/entries.ts',
    read: (text) => readEntry('checklist-answered', foreignFacts(text)),
  },
  {
    what: 'a mounting note',
    file: 'shared/relay/log.ts',
    read: (text) => sharedPart('box-mounted', text),
  },
  {
    what: 'the words of an entry in a report',
    file: 'electron/reports/html.ts',
    read: (text) => html`<p>${text}</p>`,
  },
  {
    what: 'the words of an entry in a table',
    file: 'electron/reports/exports/table-csv.ts',
    read: (text) => csvLine([text], csvDialect('de')),
  },
];

const relayPages = [
  relayMe,
  relayProblem,
  attachmentAnswer,
  deviceKeyPage,
  feedPage,
  feedResult,
  logPage,
  removalPage,
  reviewPage,
  sharedNotePage,
];

const listNames = [
  'entries',
  'forks',
  'signatures',
  'reviews',
  'removals',
  'notes',
  'keys',
  'results',
  'customers',
];

/** A laptop's parsers: of a relay, of the operator, of files, of pictures, of codes. */
const atTheLaptop: readonly ForeignParser[] = [
  {
    what: 'an answer of a relay',
    file: 'electron/relay/connection.ts',
    read: (text) => {
      const value = json(text);
      // Also as one of its lists, whatever that is called.
      const inLists = listNames.map((name) => [name, value] as const);
      const page = { ...Object.fromEntries(inLists), cursor: 1, upToDate: true };
      return relayPages.flatMap((one) => [one.safeParse(value), one.safeParse(page)]);
    },
  },
  {
    what: 'an answer of the operator',
    file: 'electron/operator/answer.ts',
    read: (text) =>
      interpret(listCustomers(), {
        status: 200,
        headers: { 'content-type': 'application/json' },
        text,
        sentAt: 0,
        receivedAt: 0,
      }),
  },
  { what: 'an error of the operator', file: 'electron/operator/answer.ts', read: messageOf },
  {
    what: 'when to ask the operator again',
    file: 'electron/operator/answer.ts',
    read: (text) => readRetryAfter(text, text, 0),
  },
  { what: 'the result of a PAC script', file: 'electron/base/network/proxy-list.ts', read: parseProxyList },
  {
    what: 'proxies of an environment',
    file: 'electron/base/network/proxy-list.ts',
    read: (text) =>
      readProxyVariables({ HTTPS_PROXY: text, NO_PROXY: text }).resolveProxy('https://operator.example'),
  },
  { what: 'a message with secrets', file: 'electron/base/mask.ts', read: maskSecrets },
  {
    what: 'the stack of a fault that quotes',
    file: 'electron/base/mask.ts',
    read: (text) => faultOf(text, `Error: ${text}\n    at ${text}\n    at f (/a${text}:1:1)`),
  },
  {
    what: 'a release',
    file: 'electron/updates/release.ts',
    read: (text) => readRelease(bytes(text), publicKey),
  },
  { what: 'a version', file: 'electron/updates/release.ts', read: (text) => isNewer(text, '1.0.0') },
  {
    what: 'a job.json',
    file: 'electron/app/headless-run/job-file.ts',
    read: (text) => parseJobFile(text, 'job.json'),
  },
  { what: 'a handed job', file: 'electron/jobs/hand-over/file-format.ts', read: parseHandedFile },
  {
    what: 'the path of an opened file',
    file: 'electron/jobs/hand-over/opened-file.ts',
    read: (text) => pathOf(text, '/home'),
  },
  { what: 'a checklist', file: 'shared/domain/checklist-faults.ts', read: readTemplate },
  { what: 'a publication', file: 'shared/domain/office-documents.ts', read: readDocument },
  {
    what: 'a list of cars',
    file: 'renderer/screens/batch/read-csv.ts',
    read: (text) => {
      const list = readList(decodeText(bytes(text)));
      return typeof list === 'string' ? list : guessColumns(list.headings, {});
    },
  },
  {
    what: 'a picture’s size',
    file: 'shared/picture-size.ts',
    read: (text) =>
      [jpegOf(text), jpegOf(segments(text)), pngOf(text), webpOf(text), bytes(text)].map(isDecodableFile),
  },
  {
    what: 'a photo of many segments',
    file: 'electron/jobs/pictures.ts',
    read: (text) => plainJpeg(jpegOf(`${segments(text)}\u00ff\u00da`)),
  },
  { what: 'a photo', file: 'electron/jobs/pictures.ts', read: (text) => plainJpeg(jpegOf(text)) },
  {
    what: 'a key’s picture',
    file: 'electron/directory/key-pictures.ts',
    read: (text) => pictureType('image/svg+xml', bytes(`<svg>${text}`)),
  },
  { what: 'a scanned code', file: 'shared/domain/scanning.ts', read: readScanned },
  {
    what: 'a scanned code with GS1 elements',
    file: 'shared/domain/scanning.ts',
    read: (text) => readScanned(`]C1${text.replaceAll('.', '\u001d')}`),
  },
  {
    what: 'a scanned VIN, serial or plate',
    file: 'shared/domain/typed-text.ts',
    read: (text) => [readVin(text), foldSerial(text), foldForSearch(text), foldForSearch(`${text}ß`)],
  },
  { what: 'a pasted place', file: 'shared/domain/typed-text.ts', read: typedPlace },
  { what: 'a pasted VIN', file: 'shared/domain/typed-text.ts', read: typedVin },
  {
    what: 'a pasted text',
    file: 'shared/domain/typed-text.ts',
    read: (text) => [typedText(text), typedAddress(text)],
  },
  {
    what: 'a text in which words are looked for',
    file: 'electron/removal/matcher.ts',
    read: (text) => saysWithin(text) || saysWithin(JSON.stringify([text])),
  },
  {
    what: 'a line of a log file',
    file: 'electron/diagnostics/mask-details.ts',
    read: (text) => maskDetails(text, new Set()),
  },
];

const saysWithin = matcherWithin(matcherOf('M XY 7 a 1'));

/** Pictures that go on with these bytes. */
const pngOf = (text: string): Uint8Array => Buffer.from(`\u0089PNG\r\n\u001a\n\0\0\0\rIHDR${text}`, 'latin1');
const webpOf = (text: string): Uint8Array => Buffer.from(`RIFF\0\0\0\0WEBPVP8X${text}`, 'latin1');
/** As many empty segments, of a camera and of the picture by turns, as a text has fours of characters. */
const segments = (text: string): string => '\u00ff\u00e1\0\u0002\u00ff\u00db\0\u0002'.repeat(text.length / 8);
/** A JPEG that goes on with these bytes. */
const jpegOf = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(text, 'latin1')]);

/** Every one there is; `parser-growth.test.ts` finds those that are missing. */
export const foreignParsers: readonly ForeignParser[] = [...atTheRelay, ...inEntries, ...atTheLaptop];
