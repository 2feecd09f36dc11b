/** The pictures of the pages in `docs/` and of the README: file name in `docs/pictures`, and the place of the walk it is of. */
export const guidePictures: ReadonlyMap<string, string> = new Map([
  ['home', 'home-filled'],
  ['flow-car', 'installation-car-found'],
  ['flow-key', 'installation-key-chosen'],
  ['flow-fitting', 'installation-fitting'],
  ['flow-box', 'installation-box-checked'],
  ['flow-verify', 'installation-verify-waiting'],
  ['flow-finish', 'installation-finish'],
  ['remove', 'removal-decide'],
  ['swap', 'swap-decide'],
  ['series', 'series-next-car'],
  ['batch', 'batch-checked'],
  ['hand-over', 'hand-over-give'],
  ['scanner', 'scanner-test-right'],
  ['shift', 'shift-open'],
  ['queue', 'queue-filled'],
  ['supervisor-table', 'installations-table'],
  ['supervisor-job', 'installation-timeline'],
  ['supervisor-numbers', 'installations-numbers'],
  ['supervisor-rework', 'job-rework-asked'],
  ['personal-data', 'settings-removal-found'],
]);

/** Where the walk puts the picture of a place: English, light, 1280x800. */
export const walkedPicture = (place: string): string => `${place}-en-light-1280x800.png`;
