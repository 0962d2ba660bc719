import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type StockCount, stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Button } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

/** Ends a count: a blind count goes to review, any other is posted; or cancels it. Before the first count, only cancels it. */
export function Closing({ count }: { count: StockCount }) {
  const isCountedBlind = count.blind && count.status === 'open';
  return (
    <>
      <Cancel count={count} />
      {count.counted > 0 && (isCountedBlind ? <Finish count={count} /> : <Post count={count} />)}
    </>
  );
}

const uncounted = ({ items, counted }: StockCount) => {
  const rest = items - counted;
  if (rest === 0) return '';
  return ` ${pluralize(rest, 'item')} ${rest === 1 ? "wasn't counted and won't change" : "weren't counted and won't change"}.`;
};

function Finish({ count }: { count: StockCount }) {
  const review = useWrite(stockCountRoutes.review);
  async function finish(): Promise<void> {
    const isSure = await confirm({
      title: `Finish counting ${count.number}?`,
      text: `Only recounts can be entered after this. Someone who didn't count reviews the differences and posts them.${uncounted(count)}`,
      confirm: 'Finish counting',
      danger: false,
    });
    if (isSure) await review.mutateAsync({ params: { id: count._id } }).catch(() => undefined);
  }
  return (
    <Button variant="default" loading={review.isPending} onClick={() => void finish()}>
      Finish counting…
    </Button>
  );
}

function Post({ count }: { count: StockCount }) {
  const post = useWrite(stockCountRoutes.post);
  const { conflicts, recounts, variance, differing } = count;
  const unsettled = conflicts + recounts;
  const effect = variance
    ? `Adjusts stock of ${pluralize(differing ?? 0, 'item')} to the counted quantities, ${formatMoney(
        variance.lessMoney + variance.moreMoney,
      )} at cost.`
    : "Stock is set to the counted quantities. You counted here and haven't seen the differences. Consider asking someone else to review it.";
  async function postIt(): Promise<void> {
    const isSure = await confirm({
      title: `Post ${count.number}?`,
      text: `${effect} Sales after an item was counted are kept.${uncounted(count)} This can't be undone.`,
      confirm: 'Post count',
      danger: false,
    });
    if (!isSure) return;
    await post
      .mutateAsync({ params: { id: count._id }, body: { version: count.version } })
      .catch(() => undefined);
  }
  return (
    <Button
      variant={count.status === 'review' && count.seesFigures ? 'filled' : 'default'}
      disabled={unsettled > 0}
      title={unsettled > 0 ? 'Resolve conflicting counts and recounts first' : undefined}
      loading={post.isPending}
      onClick={() => void postIt()}
    >
      Post…
    </Button>
  );
}

function Cancel({ count }: { count: StockCount }) {
  const cancel = useWrite(stockCountRoutes.cancel);
  async function cancelIt(): Promise<void> {
    const isSure = await confirm({
      title: `Cancel ${count.number}?`,
      text: 'Counted quantities are kept for reference. Nothing is posted.',
      confirm: 'Cancel count',
      cancel: 'Keep',
    });
    if (isSure) await cancel.mutateAsync({ params: { id: count._id } }).catch(() => undefined);
  }
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => void cancelIt()}>
      Cancel…
    </Button>
  );
}
