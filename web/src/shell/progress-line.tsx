import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import classes from './progress-line.module.css';

/** A thin line at the top during work that takes longer than 400 ms. */
export function ProgressLine() {
  const isMoving = useRouterState({ select: (state) => state.isLoading });
  const isBusy = useIsFetching() + useIsMutating() > 0;
  if (!isMoving && !isBusy) return null;
  return <div className={`${classes.line} after-a-while`} role="progressbar" aria-label="Loading" />;
}
