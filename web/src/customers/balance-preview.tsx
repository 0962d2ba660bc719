import classes from './balance-preview.module.css';

interface BalancePreviewProps {
  /** The current balance as text; undefined while it loads. */
  now: string | undefined;
  after: string | undefined;
  /** Shown instead of the new balance if it would be below zero. */
  problem: string | undefined;
}
/** The balance of a customer before and after an adjustment. */
export function BalancePreview({ now, after, problem }: BalancePreviewProps) {
  return (
    <dl className={`grid gap-1 gap-x-4 m-0 ${classes.preview}`} aria-live="polite">
      <dt>Balance now</dt>
      <dd>{now ?? '…'}</dd>
      <dt>New balance</dt>
      <dd data-bad={problem !== undefined || undefined}>{problem ?? after ?? '…'}</dd>
    </dl>
  );
}
