import { createStopRecords, watchOwnFaults } from '../../../electron/diagnostics/records.ts';

/** A main process with our watch that fails in the requested way, over data that must not be kept. */
const [, , folder = '', way = '', secret = ''] = process.argv;
const stops = createStopRecords({ folder, version: 'test', now: Date.now, onChange: () => undefined });
watchOwnFaults(process, {
  stops,
  log: (level, event, detail) => process.stderr.write(`${JSON.stringify({ level, event, detail })}\n`),
});
stops.begin();

/** It is found in the frames. */
function fallOver(): never {
  throw new TypeError(`cannot read the plate of ${secret}`);
}
switch (way) {
  case 'exception':
    setImmediate(fallOver);
    break;
  case 'rejection':
    void Promise.resolve().then(fallOver);
    // It goes on working: this is the proof.
    setTimeout(() => {
      process.stdout.write('still at work\n');
      stops.end();
    }, 50);
    break;
  default:
    process.stdout.write('at work\n');
    setInterval(() => undefined, 1000);
}
