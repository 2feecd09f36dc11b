import type { Clock } from '../../../shared/clock.ts';
import { type ExportManner, LARGEST_SHEET } from '../../../shared/domain/supervision-export.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { createTranslator } from '../../i18n/translator.ts';
import type { Handlers } from '../../ipc/router.ts';
import type { OpenProfile } from '../../open-profile.ts';
import type { SaveDialog } from '../../ports.ts';
import { viewOf } from '../../profiles/profile.ts';
import type { ExportDesk, ExportDeskParts } from './desk.ts';
import { renderSheet } from './sheet.ts';
import { createShown } from './shown.ts';

export type ExportCalls = Pick<Handlers, Extract<keyof Handlers, `exports.${string}`>>;

/** What the calls need. */
export interface ExportCallParts {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  readonly desk: ExportDesk;
  readonly open: ExportDeskParts['open'];
  readonly saveDialog: SaveDialog;
  readonly clock: Pick<Clock, 'now'>;
}

/** The side of the IPC contract on which things leave the house. */
export function exportCalls({ current, desk, open, saveDialog, clock }: ExportCallParts): ExportCalls {
  /** Asks where to, and writes. */
  const saveAs = async (
    name: { readonly title: string; readonly suggestedName: string; readonly extension: string },
    write: (path: string) => Promise<boolean>,
  ) => {
    const path = await saveDialog.choose(name);
    return { path: path !== null && (await write(path)) ? path : null };
  };

  const sheetOf = (group: string, manner: ExportManner): string => {
    const translate = createTranslator(manner.language);
    const jobs = open(supervisionFilter.parse({ groups: [group] }), newestFirst);
    if (jobs.total === 0) throw new ProblemError(makeProblem('sheet-empty'));
    if (jobs.total > LARGEST_SHEET)
      throw new ProblemError(makeProblem('sheet-too-long', { most: LARGEST_SHEET, count: jobs.total }));
    const shown = createShown(manner, (number) => translate({ key: 'exports.person', params: { number } }));
    return renderSheet(
      Array.from(jobs.rows, shown),
      { group, profile: viewOf(current().profile) },
      { language: manner.language, printedAt: clock.now(), translate },
    );
  };

  return {
    'exports.state': () => desk.state(),
    'exports.saveTable': async (order) => {
      const { address } = current().profile;
      return saveAs(
        {
          title: createTranslator(order.manner.language)({ key: 'exports.saveTable', params: {} }),
          suggestedName: `boxwright-${address.environment}.${order.format}`,
          extension: order.format,
        },
        (path) => desk.saveTable(path, order),
      );
    },
    'exports.saveSheet': async ({ group, manner }) => {
      const html = sheetOf(group, manner);
      const title = createTranslator(manner.language)({ key: 'exports.sheet.title', params: {} });
      return saveAs({ title, suggestedName: `${fileName(group)}.pdf`, extension: 'pdf' }, (path) =>
        desk.saveSheet(path, html),
      );
    },
    'exports.stop': async () => {
      await desk.stop();
      return {};
    },
  };
}

/** A name that every file system takes. */
const fileName = (group: string): string =>
  `acceptance-${group
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)}`.replace(/-$/, '');
