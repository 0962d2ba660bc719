import {
  mainOrderRoutes,
  type ProposalInput,
  type QuoteInput,
} from '@aisle/contract/sales/main-orders/main-orders';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { type OrderDraft, type Placement, proposalBody, quoteBody } from './order-draft.ts';

const settleMs = 250;

/** Location suggestions for the draft, requested shortly after the last change. */
export function useProposal(draft: OrderDraft) {
  const current = JSON.stringify(proposalBody(draft));
  const [settled] = useDebouncedValue(current, settleMs);
  const query = useQuery({
    ...read(mainOrderRoutes.propose, { body: JSON.parse(settled) as ProposalInput }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isOld = query.isPlaceholderData || settled !== current;
  return { data: query.data, refetch: query.refetch, isOld };
}

/** The price of the draft and the reasons it can't be ordered, requested shortly after the last change unless it is frozen. */
export function useQuote(draft: OrderDraft, placement: Placement | null, isFrozen: boolean) {
  const current = JSON.stringify(quoteBody(draft, placement));
  const [settled] = useDebouncedValue(current, settleMs);
  const body = JSON.parse(settled) as QuoteInput | null;
  const query = useQuery({
    // The query is disabled without a body, but its key still needs one.
    ...read(mainOrderRoutes.quote, { body: body as QuoteInput }),
    enabled: body !== null && !isFrozen,
    placeholderData: body === null ? undefined : keepPreviousData,
    meta: { quiet: true },
  });
  const isOld = settled !== current || query.isPlaceholderData || (body !== null && query.isPending);
  return { data: query.data, refetch: query.refetch, isOld };
}
