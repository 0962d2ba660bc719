import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { LotEdit, type LotView, type Movement } from '@aisle/contract/warehouse/lots';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { VendorSelect } from '../../links/catalog/vendor-select.tsx';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { LotState, movementLabels } from '../../links/warehouse/lot-status.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Gate } from '../../ui/gate.tsx';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { Timeline, type TimelineEvent } from '../../ui/record/timeline.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { MovementCause } from './movement-cause.tsx';

const back = { to: '/inventory', label: 'Inventory' } as const;

export function LotScreen() {
  const { id } = useParams({ from: '/shell/inventory/view/$id' });
  const query = useQuery({ ...read(inventoryRoutes.get, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(lot) => <LotRecord key={lot._id} lot={lot} />}
    </Loaded>
  );
}

function LotRecord({ lot }: { lot: LotView }) {
  const router = useRouter();
  const removing = useWrite(inventoryRoutes.remove);
  const [open, setOpen] = useState<'edit' | 'adjust' | null>(null);
  const item = lot.subProductData;
  const isTouched = lot.movements.some(({ kind }) => kind !== 'receipt');

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: `Reverse the receipt of ${lot.number}?`,
      text: `${formatQuantity(lot.receivedQuantity, countedIn(item))} of ${itemName(item)} leave the stock of ${lot.locationName}, as if never received.`,
      confirm: 'Reverse receipt',
    });
    if (!isSure) return;
    await removing.mutateAsync({ params: { id: lot._id } }).then(
      () => router.navigate({ to: '/inventory' }),
      () => undefined,
    );
  }

  return (
    <RecordPage
      title={lot.number}
      history={<HistoryButton resource="inventory" id={lot._id} name={lot.number} />}
      badge={<LotState status={lot.status} />}
      back={back}
      actions={
        <>
          <Gate permission="inventory_edit">
            <Button variant="default" onClick={() => setOpen('adjust')}>
              Adjust…
            </Button>
            <Button variant="default" onClick={() => setOpen('edit')}>
              Edit
            </Button>
          </Gate>
          {!isTouched && (
            <RowMenu
              label={lot.number}
              actions={[
                {
                  label: 'Reverse receipt',
                  permission: 'inventory_delete',
                  danger: true,
                  onClick: () => void remove(),
                },
              ]}
            />
          )}
        </>
      }
      side={
        <Panel title="Lot">
          <Facts
            facts={[
              ['Location', <LocationLink key="location" id={lot.locationId} name={lot.locationName} />],
              ['Vendor', lot.vendorData?.name],
              ['Vendor lot number', lot.lotNumber],
              [
                'Cost',
                lot.costPrice !== null &&
                  `${formatMoney(lot.costPrice)} ${item.soldByWeight ? `a ${item.unit}` : 'each'}`,
              ],
              ['Production date', lot.manufacturedOn && <DayText value={lot.manufacturedOn} />],
              ['Expires', lot.expiresOn && <DayText value={lot.expiresOn} />],
              ['Expected date', lot.expectedOn && <DayText value={lot.expectedOn} />],
              [
                'Received',
                <DateText key="received" value={lot.receivedAt} withTime timeZone={lot.timeZone} />,
              ],
            ]}
          />
        </Panel>
      }
    >
      <Panel
        title={itemName(item)}
        tools={
          <ButtonLink to="/inventory/$id" params={{ id: item._id }} variant="default" size="xs">
            All lots of this item
          </ButtonLink>
        }
      >
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="On hand" value={formatQuantity(lot.onHand, countedIn(item))} />
          <MetricValue label="Received" value={formatQuantity(lot.receivedQuantity, countedIn(item))} />
          {lot.costPrice !== null && (
            <MetricValue label="Worth" value={formatMoney(Math.round(lot.costPrice * lot.onHand))} />
          )}
        </div>
      </Panel>
      <Panel title="Movements">
        <Timeline events={lot.movements.map(eventOf)} />
      </Panel>
      {open === 'edit' && <LotForm lot={lot} onClose={() => setOpen(null)} />}
      {open === 'adjust' && (
        <AdjustDialog
          target={{
            locationId: lot.locationId,
            locationName: lot.locationName,
            subProduct: item,
            lotId: lot._id,
            onHand: lot.onHand,
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </RecordPage>
  );
}

function eventOf(movement: Movement): TimelineEvent {
  const unit = countedIn(movement.subProductData);
  // A reservation doesn't move stock, so its reserved quantity is shown.
  const change = movement.onHand !== 0 ? movement.onHand : movement.reserved;
  const text = `${change > 0 ? '+' : ''}${formatQuantity(change, unit)}`;
  const title = (
    <>
      {movementLabels[movement.kind]} <span className="tabular">{text}</span>
      {movement.kind !== 'receipt' && (
        <span className="sentence">
          {' '}
          <MovementCause movement={movement} />
        </span>
      )}
    </>
  );
  return {
    id: movement._id,
    at: movement.createdAt,
    title,
    who: movement.userName,
    note: movement.note,
    family: movement.onHand > 0 ? 'good' : movement.onHand < 0 ? 'working' : 'waiting',
  };
}

const toValues = (lot?: LotView) => ({
  vendorId: lot?.vendorData?._id ?? null,
  costPrice: lot?.costPrice ?? null,
  manufacturedOn: lot?.manufacturedOn ?? null,
  expiresOn: lot?.expiresOn ?? null,
  lotNumber: lot?.lotNumber ?? '',
  expectedOn: lot?.expectedOn ?? null,
});
const LotFields = LotEdit.omit({ version: true });

function LotForm({ lot, onClose }: { lot: LotView; onClose: () => void }) {
  const form = useZodForm(LotFields, toValues, lot);
  const edit = useWrite(inventoryRoutes.edit);
  return (
    <FormDrawer
      title={`Edit ${lot.number}`}
      form={form}
      save={(body, version) => edit.mutateAsync({ params: { id: lot._id }, body: { ...body, version } })}
      onClose={onClose}
    >
      <VendorSelect clearable isCreatable current={lot.vendorData} {...form.getInputProps('vendorId')} />
      <MoneyInput label="Unit cost" {...form.getInputProps('costPrice')} />
      <DateInput label="Production date" {...form.getInputProps('manufacturedOn')} />
      <DateInput label="Expires" {...form.getInputProps('expiresOn')} />
      <TextInput label="Vendor lot number" {...form.getInputProps('lotNumber')} />
      <DateInput label="Expected date" {...form.getInputProps('expectedOn')} />
    </FormDrawer>
  );
}
