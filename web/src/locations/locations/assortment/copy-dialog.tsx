import type { Ref } from '@aisle/contract/core/fields';
import { formatCount } from '@aisle/contract/core/pluralize';
import { assortmentRoutes } from '@aisle/contract/locations/assortments';
import { Alert, Checkbox, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { ShortDialog } from '../../../ui/form/short-dialog.tsx';

interface CopyDialogProps {
  location: Ref;
  /** Preselected if two locations are being compared. */
  from?: Ref;
  onClose: () => void;
}

/** Copies the assortment of another location to this one, and previews the number of changes. */
export function CopyDialog({ location, from, onClose }: CopyDialogProps) {
  const copying = useWrite(assortmentRoutes.copy);
  const mayCompare = useCan('Assign_Product_View');
  const [fromId, setFromId] = useState<string | null>(from?._id ?? null);
  const [mode, setMode] = useState<'add' | 'match'>('add');
  const [withPrices, setPrices] = useState(false);
  const [withLimits, setLimits] = useState(false);
  const [wasTried, setTried] = useState(false);
  const error = !fromId
    ? 'Choose a location'
    : fromId === location._id
      ? 'Choose another location'
      : undefined;
  const done = copying.data;

  async function submit(): Promise<void> {
    setTried(true);
    if (error || !fromId) return;
    await copying.mutateAsync({
      body: { fromLocationId: fromId, toLocationId: location._id, mode, withPrices, withLimits },
    });
  }

  return (
    <ShortDialog
      title={`Copy an assortment to ${location.name}`}
      submit="Copy"
      cancel={done ? 'Close' : 'Cancel'}
      isRunning={copying.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <LocationSelect
        label="From"
        withAsterisk
        data-autofocus
        current={from}
        value={fromId}
        onChange={setFromId}
        error={wasTried && error}
      />
      <Radio.Group
        label="Products already on sale here"
        value={mode}
        onChange={(value) => setMode(value as 'add' | 'match')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="add" color="teal" label="Keep them and add the other location's products" />
          <Radio value="match" color="teal" label="Match the other location exactly" />
        </Stack>
      </Radio.Group>
      <Checkbox
        label="Copy custom prices"
        color="teal"
        checked={withPrices}
        onChange={(event) => setPrices(event.currentTarget.checked)}
      />
      <Checkbox
        label="Copy “low at” and order limits"
        color="teal"
        checked={withLimits}
        onChange={(event) => setLimits(event.currentTarget.checked)}
      />
      {!done && !error && fromId && mayCompare && (
        <CopyPreview here={location._id} there={fromId} {...{ mode, withPrices, withLimits }} />
      )}
      {done && (
        <Alert color="teal" variant="light">
          {formatCount(done.assigned)} put on sale, {formatCount(done.unassigned)} removed,{' '}
          {formatCount(done.changed)} with changed prices or limits.
        </Alert>
      )}
    </ShortDialog>
  );
}

interface CopyPreviewProps {
  here: string;
  there: string;
  mode: 'add' | 'match';
  withPrices: boolean;
  withLimits: boolean;
}
function CopyPreview({ here, there, mode, withPrices, withLimits }: CopyPreviewProps) {
  const query = useQuery({
    ...read(assortmentRoutes.compare, { query: { locationId: here, otherId: there } }),
    meta: { quiet: true },
  });
  if (query.error) return null;
  if (!query.data) return <Skeleton className="after-a-while" height={20} />;
  const { onlyHere, onlyThere, price, limits } = query.data;
  const parts = [
    `${formatCount(onlyThere)} put on sale`,
    mode === 'match' && `${formatCount(onlyHere)} removed`,
    withPrices && `${formatCount(price)} with a different price`,
    withLimits && `${formatCount(limits)} with different limits`,
  ];
  return <Text size="sm">Preview: {parts.filter(Boolean).join(', ')}.</Text>;
}
