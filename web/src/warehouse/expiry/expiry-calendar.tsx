import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type ExpiryLot, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { expiryActions } from '@aisle/contract/warehouse/expiry-actions';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { categoryFilter } from '../../links/catalog/category-select.tsx';
import { vendorFilter } from '../../links/catalog/vendor-filter.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { MiddleText } from '../../ui/values/middle-text.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DayText, MoneyText } from '../../ui/values/values.tsx';
import { Calendar } from './calendar.tsx';
import { remainingText } from './left-over.ts';
import { MarkDownDialog } from './mark-down-dialog.tsx';
import { useMarkDown } from './mark-down-lots.tsx';
import { noMarkDownReason, skippedText } from './suggested.ts';

const left = (days: number) => (days < 0 ? 'Expired' : days === 0 ? 'Expires today' : pluralize(days, 'day'));

const columns: Column<ExpiryLot>[] = [
  { key: 'item', header: 'Item', cell: (lot) => <MiddleText text={itemName(lot.subProductData)} /> },
  { key: 'number', header: 'Lot', cell: (lot) => <span className="tabular">{lot.number}</span>, width: 88 },
  {
    key: 'location',
    header: 'Location',
    cell: (lot) => (
      <span className="clip" style={{ maxWidth: 'clamp(110px, 9vw, 220px)' }}>
        {lot.locationName}
      </span>
    ),
    card: 'detail',
  },
  { key: 'vendor', header: 'Vendor', cell: (lot) => lot.vendorName, optional: true },
  { key: 'expiresOn', header: 'Expires', cell: (lot) => <DayText value={lot.expiresOn} />, sortable: true },
  { key: 'daysLeft', header: 'Left', cell: (lot) => <DaysLeft lot={lot} />, card: 'state' },
  {
    key: 'onHand',
    header: 'On hand',
    cell: (lot) => formatQuantity(lot.onHand, countedIn(lot.subProductData)),
    align: 'right',
  },
  {
    key: 'perDay',
    header: 'Sold per day',
    cell: (lot) => formatQuantity(Math.round(lot.perDay * 10) / 10, countedIn(lot.subProductData)),
    align: 'right',
  },
  {
    key: 'cost',
    header: 'At cost',
    cell: (lot) => <MoneyText value={lot.cost} />,
    align: 'right',
    card: 'figure',
  },
  { key: 'retail', header: 'At retail', cell: (lot) => <MoneyText value={lot.retail} />, align: 'right' },
  { key: 'suggestion', header: 'Mark-down', cell: (lot) => suggestionText(lot), card: 'detail' },
];

function DaysLeft({ lot: { daysLeft, isRecalled } }: { lot: ExpiryLot }) {
  if (isRecalled) return <StatusBadge family="bad" label="Recalled" />;
  const family = daysLeft < 0 ? 'bad' : daysLeft <= 3 ? 'waiting' : 'good';
  return <StatusBadge family={family} label={left(daysLeft)} />;
}

/** Null if there is no suggestion, because a card would put a dot before an empty element. */
function suggestionText(lot: ExpiryLot) {
  if (lot.markDown) return `Now ${formatMoney(lot.markDown.price)}`;
  if (!lot.suggestion) return null;
  const { percent, price, leftOver } = lot.suggestion;
  return (
    <span title={`About ${remainingText(lot, leftOver)} would be left`}>
      −{percent}%, {formatMoney(price)}
    </span>
  );
}

const listFilters = [locationFilter, vendorFilter, categoryFilter];

export function ExpiryCalendar() {
  const list = useList(expiryRoutes.lots);
  const mayMark = useCan('assign_subProduct');
  const undo = useWrite(expiryRoutes.undoMarkDown);
  const [marking, setMarking] = useState<ExpiryLot | null>(null);
  const { from, to } = list.search;
  const { locationId, vendorId, categoryId } = list.body.filters as Record<string, string>;
  const filters = {
    ...(locationId && { locationId }),
    ...(vendorId && { vendorId }),
    ...(categoryId && { categoryId }),
  };

  const markDown = useMarkDown(list, expiryActions.markDownExpiring, {
    skippedOf: skippedText,
    problemOf: noMarkDownReason,
  });
  return (
    <>
      <ListPage
        title="Expiry"
        noun="lots"
        searchLabel="Lot, item, SKU or barcode"
        list={list}
        columns={columns}
        link={({ _id }) => ({ to: '/inventory/view/$id', params: { id: _id } })}
        tabs={
          <Calendar
            filters={filters}
            chosen={typeof from === 'string' && from === to ? from : undefined}
            choose={(day) => list.change({ from: day, to: day })}
          />
        }
        filters={listFilters}
        actions={
          <ButtonLink to="/expiry/mark-downs" variant="default">
            Mark-downs
          </ButtonLink>
        }
        rowActions={(lot) =>
          !mayMark
            ? []
            : lot.markDown
              ? [
                  {
                    label: 'Undo the mark-down',
                    onClick: () => undo.mutate({ params: { id: lot.markDown!._id } }),
                  },
                ]
              : lot.daysLeft >= 0 && !lot.isRecalled
                ? [{ label: 'Mark down…', onClick: () => setMarking(lot) }]
                : []
        }
        bulk={markDown.actions}
        empty="Lots with an expiry date appear here, earliest first."
      />
      {markDown.dialog}
      {marking && <MarkDownDialog lot={marking} onClose={() => setMarking(null)} />}
      {list.rows?.some(({ suggestion }) => suggestion) && (
        <Text size="sm" c="dimmed" px="lg" pb="lg">
          Suggestions are based on days left and sales in the last four weeks. 10% off with over a week left,
          20% within a week, 30% within three days, 50% in the last two days. One step more if most would be
          left over, one step less if little would.
        </Text>
      )}
    </>
  );
}
