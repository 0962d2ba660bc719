import { useState } from 'react';

/**
 * For a select: its closed list comes into the page once the field has the focus, which every key and click gives it
 * first. A page of filters need not lay out choices that nobody went for.
 */
export function useListWhenNear() {
  const [isNear, setNear] = useState(false);
  return { comboboxProps: { keepMounted: isNear }, onFocusCapture: () => setNear(true) };
}
