import { useState } from 'react';
import { ImportList } from './ImportList.tsx';
import { PlannedList } from './PlannedList.tsx';

/** Cars from a list: what is planned, and the way to plan more. */
export function BatchScreen() {
  const [importing, setImporting] = useState(false);
  return importing ? (
    <ImportList onDone={() => setImporting(false)} />
  ) : (
    <PlannedList onImport={() => setImporting(true)} />
  );
}
