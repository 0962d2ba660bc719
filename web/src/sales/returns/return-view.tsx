import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import { type Return, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { DriverLink } from '../../links/sales/driver-link.tsx';
import { driverStepText } from '../../links/sales/driver-status.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { OrderStatus, statusFamily } from '../../links/sales/order-status.tsx';
import { refundMethodText } from '../../links/sales/refund-status.tsx';
import { returnLabel } from '../../links/sales/return-status.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { Timeline } from '../../ui/record/timeline.tsx';
import { MoneyPlanTable } from '../../ui/values/money-plan.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { ReturnBadges, summaryOf } from './return-head.tsx';
import { conditionLabels, kindLabels } from './return-labels.ts';
import { useReturnActions } from './return-steps.tsx';
import classes from './returns.module.css';

const back = { to: '/orders/returns', label: 'Returns' } as const;

export function ReturnView() {
  const { id } = useParams({ from: '/shell/orders/returns/$id' });
  const query = useQuery({
    ...read(returnRoutes.view, { params: { id } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(request) => <ReturnPage key={request._id} request={request} />}
    </Loaded>
  );
}

const isOver = ({ closedAt }: Return) => closedAt !== null;

function ReturnPage({ request }: { request: Return }) {
  const { dialogs, ...head } = useReturnActions(request);
  return (
    <>
      <RecordPage
        title={request.number}
        badge={<ReturnBadges request={request} />}
        back={back}
        summary={summaryOf(request)}
        {...head}
        side={<About request={request} />}
      >
        {request.kind === 'return' && !isOver(request) ? (
          <PlannedLines request={request} />
        ) : (
          <Lines request={request} />
        )}
        <Panel title="Timeline">
          <Timeline
            timeZone={request.timeZone}
            events={request.events.map((event) => ({
              id: event._id,
              at: event.at,
              title: event.to === null ? 'Driver' : returnLabel(event.to),
              who: event.by,
              note: event.note,
              family: event.to === null ? 'off' : statusFamily(event.to),
            }))}
          />
        </Panel>
      </RecordPage>
      {dialogs}
    </>
  );
}

interface LinesProps {
  request: Return;
  /** The planned refund, until it is made. */
  plan?: MoneyPlan | undefined;
}
function Lines({ request, plan }: LinesProps) {
  return (
    <Panel title={request.kind === 'return' ? 'Items to return' : 'Items to replace'}>
      {request.noReturn && <Text c="dimmed">No return needed: the customer keeps these items.</Text>}
      <ul className="plain-list">
        {request.lines.map((line) => (
          <ReturnLineRow
            key={line._id}
            request={request}
            line={line}
            amount={line.amount ?? plan?.lines.find(({ lineId }) => lineId === line.lineId)?.amount ?? null}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface ReturnLineRowProps {
  request: Return;
  line: Return['lines'][number];
  amount: number | null;
}
function ReturnLineRow({ request, line, amount }: ReturnLineRowProps) {
  const unit = countedIn(line);
  const { received, condition } = line;
  return (
    <li className={classes.lineRow}>
      <span>
        <span className={`block medium break-anywhere ${classes.name}`}>{itemName(line)}</span>
        <span className="text-xs secondary">
          {line.sku}
          {line.reason && ` · ${line.reason}`}
        </span>
      </span>
      <span className="tabular text-right nowrap">
        {received === null
          ? formatQuantity(line.quantity, unit)
          : `${formatQuantity(received, unit)} of ${formatQuantity(line.quantity, unit)}`}
        {amount !== null && (
          <span className="text-xs secondary" style={{ display: 'block' }}>
            {formatMoney(amount)}
          </span>
        )}
        {condition && received !== 0 && (
          <span className="text-xs secondary" style={{ display: 'block' }}>
            {conditionLabels[condition]}
          </span>
        )}
      </span>
      {line.note && <span className={classes.wide}>“{line.note}”</span>}
      <div className={classes.wide}>
        <Photos request={request} line={line} />
      </div>
    </li>
  );
}

function Photos({ request, line }: { request: Return; line: Return['lines'][number] }) {
  const canEdit = useCan('order_edit');
  const adding = useWrite(returnRoutes.addPhotos);
  const canAdd = canEdit && !isOver(request) && line.photos.length < 8;
  if (line.photos.length === 0 && !canAdd) return null;
  return (
    <ul
      className={`plain-list flex wrap gap-2 mt-2 ${classes.photos}`}
      aria-label={`Photos of ${itemName(line)}`}
    >
      {line.photos.map((photo, index) => (
        <li key={photo._id}>
          <a href={photo.large} target="_blank" rel="noreferrer">
            <img src={photo.small} alt={`${photo.alt} (${index + 1})`} loading="lazy" />
          </a>
        </li>
      ))}
      {canAdd && (
        <li>
          <FileButton
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(photos) =>
              photos.length > 0 &&
              void adding
                .mutateAsync({ params: { id: request._id }, body: { lineId: line._id }, files: { photos } })
                .catch(() => undefined)
            }
          >
            {(props) => (
              <Button
                {...props}
                size="compact-sm"
                variant="subtle"
                color="gray"
                loading={adding.isPending}
                leftSection={<IconPhotoPlus size={16} />}
                aria-label={`Add photos of ${itemName(line)}`}
              >
                Add photos
              </Button>
            )}
          </FileButton>
        </li>
      )}
    </ul>
  );
}

/** The lines with their planned refunds, and the effect of the refund. */
function PlannedLines({ request }: { request: Return }) {
  const plan = useQuery({
    ...read(returnRoutes.plan, { params: { id: request._id }, body: {} }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <>
      <Lines request={request} plan={plan.data} />
      <Panel title="Refund preview">
        <MoneyPlanTable plan={plan.data} isOld={plan.isPlaceholderData} isTitled />
      </Panel>
    </>
  );
}

/** The driver who picks up the items, and their current step; includes drivers who haven't accepted yet. */
function Carrier({ request: { driver, collection } }: { request: Return }) {
  const who = collection ? { _id: collection.driverId, name: collection.driverName } : driver;
  if (!who) return null;
  return (
    <>
      <DriverLink id={who._id} name={who.name} />
      {collection && (
        <Text size="sm" c="dimmed">
          {driverStepText(collection, Date.now())}
        </Text>
      )}
    </>
  );
}

function About({ request }: { request: Return }) {
  const { order, refund, replacementOrder } = request;
  return (
    <Panel title={kindLabels[request.kind]}>
      <Facts
        facts={[
          [
            'Delivered',
            <DateText key="delivered" value={order.deliveredAt} withTime timeZone={request.timeZone} />,
          ],
          ['Driver', (request.collection ?? request.driver) && <Carrier request={request} />],
          ['Note', request.note],
          ['After return window', request.overrideNote && 'Accepted, see note'],
          [
            'Replacement',
            replacementOrder && (
              <Stack gap={4}>
                <OrderLink id={replacementOrder._id} number={replacementOrder.number} />
                <OrderStatus status={replacementOrder.status} />
              </Stack>
            ),
          ],
          [
            'Refund',
            refund && (
              <Stack gap={4}>
                <Text inherit className="tabular">
                  {formatMoney(refund.amount)} {refundMethodText(refund).toLowerCase()}
                </Text>
                <OrderStatus status={refund.status} />
              </Stack>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
