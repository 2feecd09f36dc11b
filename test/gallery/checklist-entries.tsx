import { useState } from 'react';
import { ChecklistRow } from '../../renderer/components/checklist/ChecklistRow.tsx';
import { AttachedFileView } from '../../renderer/components/files.tsx';
import { Example, ForcedLine } from '../../renderer/components/checklist/item-notes.tsx';
import type { Unsaved } from '../../renderer/components/checklist/row-props.ts';
import {
  type ChecklistAnswer,
  checklistItem,
  checklistTemplate,
  forcedMark,
} from '../../shared/domain/checklist.ts';
import { nothingKnown } from '../../shared/domain/checklist-asking.ts';
import template from '../../resources/checklists/car.json';
import { NOW } from '../window/page/at-rest.ts';
import { attached } from '../window/page/instructions.ts';
import type { GalleryEntry } from './Frame.tsx';

const { id: templateId, items } = checklistTemplate.parse(template);
const scan = checklistItem.parse({
  id: 'vin',
  phase: 'before',
  required: true,
  type: 'scan',
  expects: 'vin',
  text: { en: 'VIN' },
});
/** One of each kind. The shipped checklist has no scan. */
const shown = [...new Map([...items, scan].map((item) => [item.type, item])).values()];

const pictureAndPdf = [attached(1, 'Glove box.jpg'), attached(2, 'Panel.pdf', 'application/pdf')];

const mark = forcedMark.parse({
  template: templateId,
  item: 'voltage',
  text: { en: 'Voltage' },
  value: 10.9,
  deviation: { kind: 'below', min: 11.8, max: 15, unit: 'V' },
  reason: 'Charger connected afterwards',
  at: NOW,
  worker: 'Bay 3 Tester',
});

function Rows() {
  const [answers, setAnswers] = useState<ReadonlyMap<string, ChecklistAnswer>>(new Map());
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Unsaved>>(new Map());
  return (
    <ul>
      {shown.map((item, index) => (
        <ChecklistRow
          key={item.id}
          item={item}
          answer={answers.get(item.id)}
          mark={null}
          unsaved={unsaved.get(item.id) ?? null}
          known={nothingKnown}
          media={null}
          stillOpen={index === 0}
          pinned={index === 1}
          asLastCar={index === 2}
          onAnswer={(answer) => {
            const others = [...answers].filter(([id]) => id !== item.id);
            setAnswers(new Map(answer === null ? others : [...others, [item.id, answer]]));
          }}
          onUnsaved={(typed) => {
            const others = [...unsaved].filter(([id]) => id !== item.id);
            setUnsaved(new Map(typed === null ? others : [...others, [item.id, typed]]));
          }}
        />
      ))}
    </ul>
  );
}

/** The items of a checklist. */
export const checklistEntries: readonly GalleryEntry[] = [
  { name: 'ChecklistRow', show: Rows },
  {
    name: 'AttachedFile',
    show: () => (
      <>
        {pictureAndPdf.map((file) => (
          <AttachedFileView
            key={file.name}
            file={file}
            picture={null}
            onOpen={() => Promise.resolve({ ok: true, value: {} })}
          />
        ))}
      </>
    ),
  },
  { name: 'Example', show: () => <Example file={attached(1, 'Glove box.jpg')} /> },
  { name: 'ForcedLine', show: () => <ForcedLine mark={mark} /> },
];
