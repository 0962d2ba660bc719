import { useState } from 'react';

/**
 * For a select: mounts its closed list when the field gets the focus, which always precedes a key or click. A page of filters
 * doesn't have to render options that are never used.
 */
export function useListWhenNear() {
  const [isNear, setNear] = useState(false);
  return { comboboxProps: { keepMounted: isNear }, onFocusCapture: () => setNear(true) };
}
