import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { confirm } from '../../feedback/confirm.tsx';

/** Whether to throw away what is typed. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    text: 'Your changes will be lost.',
    confirm: 'Leave',
    cancel: 'Stay',
  });

const tabOf = ({ search }: { search: unknown }) => (search as { tab?: unknown }).tab;

/**
 * Holds people back from losing what they typed, inside the app and at the tab's close button. Answers how to
 * leave on purpose, without being asked.
 */
export function useUnsavedGuard(
  isUnsaved: boolean,
  /** For a form in a tab, which is lost when the tab changes. */
  { inTab = false } = {},
): (go: (() => void) | undefined) => void {
  const isLeaving = useRef(false);
  const holds = () => isUnsaved && !isLeaving.current;
  useBlocker({
    // Changing what else the URL says about the same page loses nothing.
    shouldBlockFn: async ({ current, next }) =>
      holds() &&
      (current.pathname !== next.pathname || (inTab && tabOf(current) !== tabOf(next))) &&
      !(await confirmDiscard()),
    enableBeforeUnload: holds,
  });
  return (go) => {
    isLeaving.current = true;
    go?.();
    // A screen that stays open guards its next changes again.
    setTimeout(() => {
      isLeaving.current = false;
    });
  };
}
