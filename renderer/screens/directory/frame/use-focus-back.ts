import { useEffect, useState } from 'react';

/** A dialog that is there only while it is open gives the focus back to what opened it when it goes. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
