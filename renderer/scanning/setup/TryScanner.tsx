import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';

// The barcode library is needed only here, so it is loaded on first use.
const ScannerTest = lazy(async () => ({ default: (await import('./ScannerTest.tsx')).ScannerTest }));

/** A button that opens the scanner's test. */
export function TryScanner() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {text('scanning.test.try')}
      </Button>
      {open && (
        <Suspense>
          <ScannerTest onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
