import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { confirm } from '../../feedback/confirm.tsx';

/** Asks whether to discard unsaved changes. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    text: 'Your changes will be lost.',
    confirm: 'Leave',
    cancel: 'Stay',
  });

const tabOf = ({ search }: { search: unknown }) => (search as { tab?: unknown }).tab;

/**
 * Asks before unsaved changes are lost by navigating in the app or closing the tab. Returns a function that leaves without
 * asking.
 */
export function useUnsavedGuard(
  isUnsaved: boolean,
  /** For a form in a tab, which loses its changes when the tab changes. */
  { inTab = false } = {},
): (go: (() => void) | undefined) => void {
  const isLeaving = useRef(false);
  const holds = () => isUnsaved && !isLeaving.current;
  useBlocker({
    // Changes of other URL parameters on the same page lose nothing.
    shouldBlockFn: async ({ current, next }) =>
      holds() &&
      (current.pathname !== next.pathname || (inTab && tabOf(current) !== tabOf(next))) &&
      !(await confirmDiscard()),
    enableBeforeUnload: holds,
  });
  return (go) => {
    isLeaving.current = true;
    go?.();
    // If the screen stays open, its next changes are guarded again.
    setTimeout(() => {
      isLeaving.current = false;
    });
  };
}
