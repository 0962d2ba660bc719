import { formatMoney } from '@aisle/contract/core/money';
import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { ShortForm } from '../../ui/form/short-dialog.tsx';
import { Difference } from './difference.tsx';

interface CashAt {
  locationId: string;
  locationName: string;
  held: number;
}
interface HandInDialogProps {
  driver: { _id: string; name: string };
  /** The driver's cash by location. */
  cash: readonly CashAt[];
  onClose: () => void;
}
/** Records the cash that a driver hands in at a location. */
export function HandInDialog({ driver, cash, onClose }: HandInDialogProps) {
  const [locationId, setLocationId] = useState(cash[0]?.locationId);
  const at = cash.find((one) => one.locationId === locationId);
  return (
    <Modal opened onClose={onClose} title={`Receive cash from ${driver.name}`} size="sm">
      <Stack gap="md">
        {cash.length > 1 && (
          <Select
            label="Location"
            allowDeselect={false}
            data={cash.map((one) => ({ value: one.locationId, label: one.locationName }))}
            value={locationId ?? null}
            onChange={(value) => value && setLocationId(value)}
          />
        )}
        {at ? (
          <Counting key={`${at.locationId} ${at.held}`} driver={driver} at={at} onClose={onClose} />
        ) : (
          <Text c="dimmed">{driver.name} has no cash to hand in.</Text>
        )}
      </Stack>
    </Modal>
  );
}

interface CountingProps extends Pick<HandInDialogProps, 'driver' | 'onClose'> {
  at: CashAt;
}
/** Resets if the amount changes, such as after another delivery. */
function Counting({ driver, at, onClose }: CountingProps) {
  const receiving = useWrite(handInRoutes.create);
  const [counted, setCounted] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isCounted = counted !== null && !Number.isNaN(counted);
  const difference = isCounted ? counted - at.held : 0;

  async function submit(): Promise<void> {
    if (!isCounted) return setErrors({ counted: 'Enter the amount you counted' });
    if (difference !== 0 && !note.trim()) return setErrors({ note: 'Explain the difference' });
    setErrors({});
    try {
      await receiving.mutateAsync({
        body: {
          driverId: driver._id,
          locationId: at.locationId,
          expected: at.held,
          counted,
          note: note.trim() || null,
        },
      });
      onClose();
    } catch (error) {
      if (!isApiError(error)) return;
      const [field] = error.fields;
      setErrors({ [field?.path ?? 'counted']: field?.message ?? error.message });
    }
  }

  return (
    <ShortForm
      submit={isCounted ? `Receive ${formatMoney(counted)}` : 'Receive cash'}
      isRunning={receiving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        Expected at {at.locationName}: <strong className="tabular">{formatMoney(at.held)}</strong>
      </Text>
      <MoneyInput
        label="Cash counted"
        withAsterisk
        data-autofocus
        value={counted}
        onChange={setCounted}
        error={errors.counted}
      />
      {difference !== 0 && (
        <div role="status">
          <Difference cents={difference} />
        </div>
      )}
      <TextInput
        label="Note"
        withAsterisk={difference !== 0}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={errors.note}
      />
      <Text size="sm" c="dimmed">
        Settles what {driver.name} collected for this store. This can't be undone.
      </Text>
    </ShortForm>
  );
}
