import type { StockCount } from '@aisle/contract/warehouse/stock-counts';

export const isOver = ({ status }: Pick<StockCount, 'status'>): boolean =>
  status === 'posted' || status === 'cancelled';

/** In review only what is asked for again is counted, and by nobody who has seen the figures. */
export const takesCounts = ({
  status,
  recounts,
  seesFigures,
}: Pick<StockCount, 'status' | 'recounts' | 'seesFigures'>): boolean =>
  status === 'open' || (status === 'review' && recounts > 0 && !seesFigures);
