import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { fact, type Row } from '../../facts.ts';
import { html, type Html } from '../../html.ts';
import type { Telling } from './telling.ts';

/** The Box, the key, the car and who worked on it, side by side. */
export function renderJobFacts(job: SupervisionJob, telling: Telling): Html {
  const { words, discreet } = telling;
  const { row, box, oldBox, key } = job;
  const unknown = words.of('notKnown');
  const serial = box?.serial ?? row.serial;
  return html`<section class="facts">
    ${fact(
      words.of(row.kind === 'removal' ? 'boxOut' : row.kind === 'swap' ? 'boxIn' : 'box'),
      serial ?? unknown,
      [
        [words.of('variant'), box?.variant ?? row.variant],
        [words.of('sapNumber'), box?.sapNumber ?? null, 'mono'],
        [words.of('sentAs'), box?.sentAs === serial ? null : (box?.sentAs ?? null), 'mono'],
        ...(row.kind === 'removal' ? reasonRows(job, telling) : []),
      ],
      'mono',
    )}
    ${
      oldBox === null || row.kind === 'removal'
        ? null
        : fact(words.of('boxOut'), oldBox.serial, reasonRows(job, telling), 'mono')
    }
    ${
      row.kind === 'removal'
        ? null
        : fact(words.of('key'), key?.form ?? row.keyForm ?? unknown, [
            [words.of('boxForKey'), key?.box ?? null],
          ])
    }
    ${fact(words.of('car'), discreet.row.carName ?? makeAndModel(job) ?? unknown, [
      [words.of('vin'), discreet.row.vin ?? unknown, 'mono'],
      [words.of('group'), job.group ?? words.of('noGroup')],
    ])}
    ${fact(words.of('work'), discreet.row.person ?? telling.say('exports.job.leftOut'), [
      ...handRows(job, telling),
      [words.of('started'), words.moment(row.startedAt)],
      [words.of('finished'), row.finishedAt === null ? words.of('notYet') : words.moment(row.finishedAt)],
      [telling.say('exports.column.minutes'), row.minutes?.toLocaleString(words.language) ?? null],
    ])}
  </section>`;
}

/** "Renault Master"; null where no log tells it. */
export function makeAndModel({ row: { brand, model } }: SupervisionJob): string | null {
  const said = [brand, model].filter((part) => part !== null);
  return said.length === 0 ? null : said.join(' ');
}

function reasonRows({ oldBox }: SupervisionJob, { words, discreet }: Telling): readonly Row[] {
  return [
    [words.of('reasonTitle'), oldBox === null || oldBox.words === '' ? null : discreet.text(oldBox.words)],
  ];
}

function handRows({ hands }: SupervisionJob, { say, discreet }: Telling): readonly Row[] {
  return hands.map(({ worker, laptop }) => [
    laptop ?? say('installations.thisLaptop'),
    discreet.person(worker) ?? say('exports.job.leftOut'),
  ]);
}
