import { useEffect, useState } from 'react';

/** For a dialog that is mounted only while it is open: on unmount the focus returns to the element that opened it. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
