import { itemName } from '@aisle/contract/core/item-name';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { MovementWithBalance, Why } from '@aisle/contract/warehouse/stock-levels';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { readPages } from '../../core/api.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { OrderLink, OrderState } from '../../links/sales/order-link.tsx';
import { LotLink } from '../../links/warehouse/lot-link.tsx';
import { LevelState, movementLabels } from '../../links/warehouse/lot-status.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { MoreButton } from '../../ui/feedback/more-button.tsx';
import { Gate } from '../../ui/gate.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { changeText } from './history-lists.tsx';
import classes from './inventory.module.css';
import { LowAt } from './low-at.tsx';
import { MovementCause } from './movement-cause.tsx';

const back = { to: '/inventory', label: 'Inventory' } as const;

/** "Why is it 47?": explains a quantity by its parts and its history. */
export function WhyScreen() {
  const { location: locationId, id: subProductId } = useParams({
    from: '/shell/inventory/why/$location/$id',
  });
  const body = { locationId, subProductId };
  const query = useInfiniteQuery(readPages(inventoryRoutes.why, (at) => ({ body: { ...body, ...at } })));
  const { data, error, refetch } = query;
  return (
    <Loaded query={{ data: data?.pages[0], error, refetch }} back={back}>
      {(why: Why) => (
        <AvailabilityExplained
          why={why}
          movements={data?.pages.flatMap((page) => page.movements) ?? []}
          more={
            query.hasNextPage && (
              <MoreButton query={query} size="xs">
                Earlier movements
              </MoreButton>
            )
          }
        />
      )}
    </Loaded>
  );
}

interface AvailabilityExplainedProps {
  why: Why;
  movements: readonly MovementWithBalance[];
  more: React.ReactNode;
}
function AvailabilityExplained({ why, movements, more }: AvailabilityExplainedProps) {
  const { level, lots, reservations } = why;
  const { subProductData: item } = level;
  const [isAdjusting, setAdjusting] = useState(false);
  const text = (quantity: number) => formatQuantity(quantity, countedIn(item));
  return (
    <RecordPage
      title={`Why is it ${text(level.onHand)}?`}
      badge={<LevelState status={level.status} />}
      back={back}
      actions={
        <Gate permission="inventory_edit">
          <Button variant="default" onClick={() => setAdjusting(true)}>
            Adjust…
          </Button>
        </Gate>
      }
      side={
        <>
          <ShelfFacts level={level} />
          <Lots lots={lots} text={text} />
          <Promised reservations={reservations} text={text} />
        </>
      }
    >
      <Sum level={level} text={text} />
      <Panel title="All movements" tools={more}>
        <Movements movements={movements} text={text} />
      </Panel>
      {isAdjusting && (
        <AdjustDialog
          target={{
            locationId: level.locationId,
            locationName: level.locationName,
            subProduct: item,
            onHand: level.onHand,
          }}
          onClose={() => setAdjusting(false)}
        />
      )}
    </RecordPage>
  );
}

/** "12 kg": a quantity in the item's unit. */
type Text = (quantity: number) => string;
type Level = Why['level'];

function ShelfFacts({ level }: { level: Level }) {
  const { subProductData: item } = level;
  return (
    <Panel title={itemName(item)}>
      <Facts
        facts={[
          ['SKU', item.sku],
          ['Location', <LocationLink key="location" id={level.locationId} name={level.locationName} />],
          ['Shelf', level.shelf],
          ['Low at', <LowAt key="low" level={level} />],
          [
            'All stores',
            <ScreenLink key="all" to="/inventory/$id" params={{ id: item._id }} search={{ tab: 'levels' }}>
              Stock at all locations
            </ScreenLink>,
          ],
        ]}
      />
    </Panel>
  );
}

function Lots({ lots, text }: { lots: Why['lots']; text: Text }) {
  return (
    <Panel title="Lots in picking order">
      {lots.length === 0 ? (
        <p className={classes.hint}>No lots with stock.</p>
      ) : (
        <ul className={`plain-list grid gap-2 tabular ${classes.parts}`}>
          {lots.map((lot) => (
            <li key={lot._id}>
              <span>
                <LotLink id={lot._id} number={lot.number} />
                {lot.expiresOn && (
                  <span className={lot.isExpired ? classes.gone : classes.hint}>
                    {' '}
                    {lot.isExpired ? 'expired' : 'expires'} <DayText value={lot.expiresOn} />
                  </span>
                )}
              </span>
              <b>{text(lot.onHand)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Promised({ reservations, text }: { reservations: Why['reservations']; text: Text }) {
  return (
    <Panel title="Reserved for orders">
      {reservations.length === 0 ? (
        <p className={classes.hint}>No reservations.</p>
      ) : (
        <ul className={`plain-list grid gap-2 tabular ${classes.parts}`}>
          {reservations.map((open) => (
            <li key={open.orderId}>
              <span>
                <OrderLink id={open.orderId} number={open.orderNumber} />
                <OrderState status={open.orderStatus} />
              </span>
              <b>{text(open.quantity)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Sum({ level, text }: { level: Level; text: Text }) {
  return (
    <Panel>
      <p className={classes.sum}>
        <span>
          <b>{text(level.onHand)}</b> on hand
        </span>
        <span>
          − <b>{text(level.reserved)}</b> reserved
        </span>
        {level.expired > 0 && (
          <span>
            − <b>{text(level.expired)}</b> expired
          </span>
        )}
        <span>
          = <b>{text(level.available)}</b> available
        </span>
      </p>
    </Panel>
  );
}

function Movements({ movements, text }: { movements: readonly MovementWithBalance[]; text: Text }) {
  return (
    <DataTable
      label="All movements"
      columns={[
        {
          header: 'When',
          cell: ({ createdAt, timeZone }) => <DateText value={createdAt} withTime timeZone={timeZone} />,
          className: 'tabular',
        },
        {
          header: 'Activity',
          cell: (movement) => <MovementDetails movement={movement} />,
          className: 'sentence',
        },
        {
          header: 'On hand',
          align: 'right',
          cell: (movement) => (
            <>
              <b>{text(movement.onHandAfter)}</b>
              <span className={`block break-anywhere ${classes.who}`}>
                {changeText(movement.onHand, movement)}
              </span>
            </>
          ),
        },
        {
          header: 'Reserved',
          align: 'right',
          cell: (movement) => (
            <>
              {text(movement.reservedAfter)}
              <span className={`block break-anywhere ${classes.who}`}>
                {changeText(movement.reserved, movement)}
              </span>
            </>
          ),
        },
      ]}
      rows={movements}
      rowKey={({ _id }) => _id}
      alignRows="top"
      className={classes.ledger}
      isWide
    />
  );
}

function MovementDetails({ movement }: { movement: MovementWithBalance }) {
  return (
    <>
      {movementLabels[movement.kind]} <MovementCause movement={movement} />
      <span className={`block break-anywhere ${classes.who}`}>
        {[movement.userName, movement.note].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
