import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type DriverDelivery,
  type DriverView,
  driverRoutes,
  vehicleLabels,
} from '@aisle/contract/sales/drivers';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { invalidate, read, useWrite } from '../../core/api.ts';
import { fileUrlRefreshMs } from '../../core/download.ts';
import { useLiveTopic } from '../../core/events.ts';
import { useCan } from '../../core/session/session.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { AvailabilityBadge, DeliveryStatus } from '../../links/sales/driver-status.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { ReturnLink } from '../../links/sales/return-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { AddressText, EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { midSentence, whenText } from '../../ui/values/when.ts';
import { CashPanel } from '../hand-ins/cash-panel.tsx';
import { DriverForm } from './driver-form.tsx';
import classes from './drivers.module.css';
import { Papers } from './papers-field.tsx';

const back = { to: '/driver', label: 'Drivers' } as const;

export function DriverScreen() {
  const { id } = useParams({ from: '/shell/driver/view/$id' });
  const client = useQueryClient();
  // The driver's current orders change with each order step.
  useLiveTopic(
    'orders',
    useCallback(() => void invalidate(client, ['drivers']), [client]),
  );
  const query = useQuery({
    ...read(driverRoutes.view, { params: { id } }),
    refetchInterval: fileUrlRefreshMs,
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(driver) => <DriverRecord key={driver._id} driver={driver} />}
    </Loaded>
  );
}

function DriverRecord({ driver }: { driver: DriverView }) {
  const [isEditing, setEditing] = useState(false);
  const { address } = driver;
  return (
    <RecordPage
      title={driver.name}
      history={<HistoryButton resource="drivers" id={driver._id} name={driver.name} />}
      badge={<AvailabilityBadge availability={driver.availability} />}
      back={back}
      actions={
        <>
          <Gate permission="driver_edit">
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
          </Gate>
          <AvailabilityMenu driver={driver} />
        </>
      }
      side={
        <>
          <Panel title="Contact">
            <Facts
              facts={[
                ['Phone', <PhoneLink key="phone" phone={driver.phone} />],
                ['Email', driver.email && <EmailLink email={driver.email} />],
                ['Address', address && <AddressText address={address} />],
                [
                  'Drives for',
                  driver.locations.map(({ _id, name }) => (
                    <div key={_id}>
                      <LocationLink id={_id} name={name} />
                    </div>
                  )),
                ],
                ['Driver since', <DateText key="since" value={driver.createdAt} />],
              ]}
            />
          </Panel>
          <Panel title="Vehicle and documents">
            <Facts
              facts={[
                ['Vehicle', vehicleLabels[driver.vehicle.type]],
                ['Plate', driver.vehicle.plate],
                ['License number', driver.licenceNumber],
                ['Documents', driver.documents.length > 0 && <Papers documents={driver.documents} />],
              ]}
            />
          </Panel>
        </>
      }
    >
      {!driver.status && (
        <Alert color="gray" variant="default" title="Inactive">
          {driver.name} gets no delivery requests.
        </Alert>
      )}
      <Panel>
        <div className="row wrap gap-4 gap-x-6">
          {driver.photo && (
            <img
              className={classes.photo}
              src={driver.photo.medium}
              alt={driver.photo.alt}
              width={72}
              height={72}
            />
          )}
          <div className={`grid gap-3 gap-x-4 grow ${classes.figures}`}>
            <MetricValue label="Delivered" value={formatCount(driver.deliveredCount)} />
            <MetricValue
              label="On time"
              value={driver.onTimeShare === null ? '–' : `${driver.onTimeShare}%`}
            />
            <MetricValue label="Failed" value={formatCount(driver.failedCount)} />
            <MetricValue label="Earned in the last 30 days" value={formatMoney(driver.recentEarnings)} />
            <MetricValue label="Total earned" value={formatMoney(driver.earnings)} />
          </div>
        </div>
      </Panel>
      <Panel title="In hand">
        <Deliveries deliveries={driver.current} none="Nothing in hand." />
      </Panel>
      <CashPanel driver={driver} />
      <Panel title="Recent deliveries">
        <Deliveries deliveries={driver.past} none="No deliveries yet." />
      </Panel>
      {isEditing && <DriverForm id={driver._id} onClose={() => setEditing(false)} />}
    </RecordPage>
  );
}

/** Switches a driver between available and offline. */
function AvailabilityMenu({ driver }: { driver: DriverView }) {
  const changing = useWrite(driverRoutes.edit);
  const canEdit = useCan('driver_edit');
  if (!canEdit || driver.availability === 'busy') return null;
  const isOffline = driver.availability === 'offline';
  return (
    <RowMenu
      label={driver.name}
      actions={[
        {
          label: isOffline ? 'Set available' : 'Set offline',
          permission: 'driver_edit',
          onClick: () =>
            changing.mutate({
              params: { id: driver._id },
              body: { version: driver.version, availability: isOffline ? 'available' : 'offline' },
            }),
        },
      ]}
    />
  );
}

function Deliveries({ deliveries, none }: { deliveries: readonly DriverDelivery[]; none: string }) {
  if (deliveries.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <ul className="plain-list lined">
      {deliveries.map((delivery) => (
        <li key={delivery._id} className={`grid align-center gap-1 gap-x-3 ${classes.row}`}>
          <span>
            {delivery.returned ? (
              <ReturnLink id={delivery.returned._id} number={delivery.returned.number} />
            ) : (
              <OrderLink id={delivery.orderId} number={delivery.orderNumber} />
            )}
          </span>
          <DeliveryStatus
            status={delivery.status}
            isPickup={delivery.returned !== null}
            isComingBack={delivery.isComingBack}
          />
          <span className={classes.quiet}>
            {delivery.locationName}
            {delivery.reason && ` · ${delivery.reason}`}
          </span>
          <span className={classes.quiet}>
            <DeliveryTime delivery={delivery} />
          </span>
          <MoneyText value={delivery.status === 'delivered' || !delivery.endedAt ? delivery.pay : null} />
        </li>
      ))}
    </ul>
  );
}

function DeliveryTime({ delivery }: { delivery: DriverDelivery }) {
  const { endedAt, promisedAt, timeZone, onTime } = delivery;
  if (!endedAt) return promisedAt && <>due {midSentence(whenText(promisedAt, { timeZone }))}</>;
  return (
    <>
      <DateText value={endedAt} withTime timeZone={timeZone} />
      {onTime === false && <span className="bad"> · late</span>}
    </>
  );
}
