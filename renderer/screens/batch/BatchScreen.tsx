import { useState } from 'react';
import { setDroppedList, useDroppedList } from '../../navigation/dropped-files.ts';
import { ImportList } from './ImportList.tsx';
import { PlannedList } from './PlannedList.tsx';

/** Cars from imported lists: the planned ones, and the button to import more. */
export function BatchScreen() {
  const [importing, setImporting] = useState(false);
  const dropped = useDroppedList();
  return importing || dropped !== null ? (
    <ImportList
      given={dropped}
      onDone={() => {
        setImporting(false);
        setDroppedList(null);
      }}
    />
  ) : (
    <PlannedList onImport={() => setImporting(true)} />
  );
}
