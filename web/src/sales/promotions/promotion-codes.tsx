import { type BatchCode, codeStates, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../core/api.ts';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';

const states: Record<BatchCode['state'], [StatusFamily, string]> = {
  unused: ['waiting', 'Unused'],
  used: ['good', 'Used'],
  revoked: ['off', 'Revoked'],
};
const columns: Column<BatchCode & { _id: string }>[] = [
  {
    key: 'code',
    header: 'Code',
    cell: ({ code }) => <span className="tabular">{code}</span>,
    sortable: true,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge family={states[state][0]} label={states[state][1]} />,
    card: 'state',
  },
  {
    key: 'usedAt',
    header: 'Used',
    cell: ({ usedAt }) => <DateText value={usedAt} withTime />,
    card: 'detail',
  },
  {
    key: 'checkout',
    header: 'Checkout',
    cell: ({ mainOrderId, mainOrderNumber }) =>
      mainOrderId && mainOrderNumber ? (
        <ScreenLink to="/orders/checkouts/$id" params={{ id: mainOrderId }}>
          {mainOrderNumber}
        </ScreenLink>
      ) : (
        '–'
      ),
    card: 'detail',
  },
];
const filters = [
  choice(
    'state',
    'State',
    codeStates.map((value) => ({ value, label: states[value][1] })),
  ),
];

/** The single-use codes of a promotion, or of one batch. */
export function PromotionCodeList() {
  const { id } = useParams({ from: '/shell/promotions/codes/$id' });
  const promotion = useQuery(read(promotionRoutes.view, { params: { id } })).data?.promotion;
  const list = useList(promotionRoutes.codeList, { promotionId: id });
  return (
    <ListPage
      title={promotion ? `Codes of ${promotion.number}` : 'Codes'}
      noun="codes"
      searchLabel="Beginning of a code"
      list={{ ...list, rows: list.rows?.map((row) => ({ ...row, _id: row.code })) }}
      columns={columns}
      filters={filters}
      back={{ to: '/promotions/view/$id', params: { id }, label: promotion?.name ?? 'Promotion' }}
      empty="Create codes on the page of the promotion."
    />
  );
}
