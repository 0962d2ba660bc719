import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/inventory';
import type { MovementWithBalance, Why } from '@aisle/contract/stock-levels';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, keyOf } from '../core/api.ts';
import { LocationLink } from '../locations/location-link.tsx';
import { OrderLink, OrderState } from '../orders/order-link.tsx';
import { Gate } from '../ui/gate.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Facts, Panel, RecordPage } from '../ui/record-page.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { DateText, DayText } from '../ui/values.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { changeText } from './history-lists.tsx';
import classes from './inventory.module.css';
import { LotLink } from './lot-link.tsx';
import { LevelState, movementLabels } from './lot-status.tsx';
import { MovementCause } from './movement-cause.tsx';

const back = { to: '/inventory', label: 'Inventory' };

/** "Why is it 47?": what a figure is made of, and everything that led to it. */
export function WhyScreen() {
  const { location: locationId, id: subProductId } = useParams({ strict: false }) as {
    location: string;
    id: string;
  };
  const body = { locationId, subProductId };
  const query = useInfiniteQuery({
    queryKey: [...keyOf(inventoryRoutes.why, { body }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(inventoryRoutes.why, { body: { ...body, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    getNextPageParam: (page: Why) => page.nextCursor ?? undefined,
    meta: { quiet: true },
  });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Loaded query={{ data: data?.pages[0], error, refetch } as never} back={back}>
      {(why: Why) => (
        <Explained
          why={why}
          movements={data?.pages.flatMap((page) => page.movements) ?? []}
          more={
            hasNextPage && (
              <Button
                variant="default"
                size="xs"
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                Earlier movements
              </Button>
            )
          }
        />
      )}
    </Loaded>
  );
}

interface ExplainedProps {
  why: Why;
  movements: readonly MovementWithBalance[];
  more: React.ReactNode;
}
function Explained({ why, movements, more }: ExplainedProps) {
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
          <Panel title={item.name}>
            <Facts
              facts={[
                ['SKU', item.sku],
                ['Location', <LocationLink key="location" id={level.locationId} name={level.locationName} />],
                ['Shelf', level.shelf],
                ['Low at', level.threshold !== null && text(level.threshold)],
                [
                  'Everywhere',
                  <ScreenLink key="all" to={`/inventory/${item._id}`} search={{ tab: 'levels' }}>
                    Its stock at all locations
                  </ScreenLink>,
                ],
              ]}
            />
          </Panel>
          <Panel title="Lots, in the order of picking">
            {lots.length === 0 ? (
              <p className={classes.hint}>None holds any.</p>
            ) : (
              <ul className={classes.parts}>
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
          <Panel title="Promised to orders">
            {reservations.length === 0 ? (
              <p className={classes.hint}>To none.</p>
            ) : (
              <ul className={classes.parts}>
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
        </>
      }
    >
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
      <Panel title="Everything that moved it" tools={more}>
        <div className={classes.ledgerBox}>
          <table className={classes.ledger}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What happened</th>
                <th scope="col">On hand</th>
                <th scope="col">Reserved</th>
              </tr>
            </thead>
            <tbody>
              {movements.map((movement) => (
                <tr key={movement._id}>
                  <td>
                    <DateText value={movement.createdAt} withTime />
                  </td>
                  <td className="sentence">
                    {movementLabels[movement.kind]} <MovementCause movement={movement} />
                    <span className={classes.who}>
                      {[movement.userName, movement.note].filter(Boolean).join(' · ')}
                    </span>
                  </td>
                  <td data-right>
                    <b>{text(movement.onHandAfter)}</b>
                    <span className={classes.who}>{changeText(movement.onHand, movement)}</span>
                  </td>
                  <td data-right>
                    {text(movement.reservedAfter)}
                    <span className={classes.who}>{changeText(movement.reserved, movement)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
