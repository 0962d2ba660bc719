import type { StockCount } from '@aisle/contract/warehouse/stock-counts';

export const isOver = ({ status }: Pick<StockCount, 'status'>): boolean =>
  status === 'posted' || status === 'cancelled';

/** During review only requested recounts are allowed, by users who haven't seen the expected quantities. */
export const takesCounts = ({
  status,
  recounts,
  seesFigures,
}: Pick<StockCount, 'status' | 'recounts' | 'seesFigures'>): boolean =>
  status === 'open' || (status === 'review' && recounts > 0 && !seesFigures);
