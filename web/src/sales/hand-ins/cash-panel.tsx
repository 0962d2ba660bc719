import { formatMoney } from '@aisle/contract/core/money';
import type { DriverView } from '@aisle/contract/sales/drivers';
import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { Gate } from '../../ui/gate.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { Difference } from './difference.tsx';
import { HandInDialog } from './hand-in-dialog.tsx';
import classes from './hand-ins.module.css';

const maxShown = 5;

/** The driver's cash in hand and the most recent hand-ins. */
export function CashPanel({ driver }: { driver: Pick<DriverView, '_id' | 'name' | 'cash'> }) {
  const [isCounting, setCounting] = useState(false);
  const { data } = useQuery({
    ...read(handInRoutes.list, {
      body: {
        page: 1,
        limit: 10,
        sort: { field: 'createdAt', order: 'desc' },
        filters: { driverId: driver._id },
      },
    }),
    meta: { quiet: true },
  });
  const handIns = data?.records ?? [];
  return (
    <Panel title="Cash">
      <ul className="plain-list lined" aria-label="Cash in hand">
        {driver.cash.map(({ locationId, locationName, held }) => (
          <li key={locationId} className={`row wrap between gap-1 gap-x-4 ${classes.row}`}>
            <span>{locationName}</span>
            <strong className="tabular">{formatMoney(held)} in hand</strong>
          </li>
        ))}
      </ul>
      {driver.cash.length === 0 && <Text c="dimmed">No cash in hand.</Text>}
      {driver.cash.length > 0 && (
        <Gate permission="order_edit">
          <Button variant="default" size="sm" my="sm" onClick={() => setCounting(true)}>
            Receive cash…
          </Button>
        </Gate>
      )}
      {handIns.length > 0 && (
        <>
          <h3 className="m-0 mt-4 text-sm medium secondary">Recent hand-ins</h3>
          <ul className="plain-list lined" aria-label="Recent hand-ins">
            {handIns.slice(0, maxShown).map((handIn) => (
              <li key={handIn._id} className={`row wrap between gap-1 gap-x-4 ${classes.row}`}>
                <span>
                  <DateText value={handIn.createdAt} withTime timeZone={handIn.timeZone} />
                  <div className="text-sm secondary">
                    {[handIn.locationName, `received by ${handIn.receivedBy}`, handIn.note]
                      .filter(Boolean)
                      .join(' · ')}
                  </div>
                </span>
                <span>
                  <MoneyText value={handIn.counted} />
                  {handIn.difference !== 0 && (
                    <>
                      {' · '}
                      <Difference cents={handIn.difference} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <div className="mt-2">
            <ScreenLink to="/driver/hand-ins">All hand-ins</ScreenLink>
          </div>
        </>
      )}
      {isCounting && <HandInDialog driver={driver} cash={driver.cash} onClose={() => setCounting(false)} />}
    </Panel>
  );
}
