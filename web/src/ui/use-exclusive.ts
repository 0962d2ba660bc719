import { useRef } from 'react';

/**
 * Runs one action at a time and ignores others until it ends. A loading state locks a button only with the next render, so a
 * fast second click would still run the action again.
 */
export function useExclusive(): (action: () => unknown) => Promise<void> {
  const isRunning = useRef(false);
  return async (action) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await action();
    } finally {
      isRunning.current = false;
    }
  };
}
