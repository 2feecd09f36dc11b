import { useState } from 'react';
import { ImportList } from './ImportList.tsx';
import { PlannedList } from './PlannedList.tsx';

/** Cars from imported lists: the planned ones, and the button to import more. */
export function BatchScreen({
  given,
  onGivenDone,
}: {
  /** A list that was dropped on the window, to be imported; null = none. */
  readonly given: File | null;
  readonly onGivenDone: () => void;
}) {
  const [importing, setImporting] = useState(false);
  return importing || given !== null ? (
    <ImportList
      given={given}
      onDone={() => {
        setImporting(false);
        onGivenDone();
      }}
    />
  ) : (
    <PlannedList onImport={() => setImporting(true)} />
  );
}
