import type { Ref } from '@aisle/contract/core/fields';
import { formatCount } from '@aisle/contract/core/pluralize';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { Alert, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { BrandSelect } from '../../../links/catalog/brand-select.tsx';
import { CategorySelect } from '../../../links/catalog/category-select.tsx';
import { ShortDialog } from '../../../ui/form/short-dialog.tsx';

type Which = 'all' | 'category' | 'brand';
interface AssignDialogProps {
  location: Ref;
  onClose: () => void;
}

/** Puts the items of a category, a brand or the whole catalog on sale at a location, or removes them. */
export function AssignDialog({ location, onClose }: AssignDialogProps) {
  const assigning = useWrite(locationRoutes.assignByFilter);
  const mayBrands = useCan('brand_list');
  const [which, setWhich] = useState<Which>('category');
  const [assigned, setAssigned] = useState(true);
  const [categoryId, setCategoryId] = useState<string | null>(null);
  const [brandId, setBrandId] = useState<string | null>(null);
  const [wasTried, setTried] = useState(false);
  const missing =
    which === 'category' && !categoryId
      ? 'Choose a category'
      : which === 'brand' && !brandId
        ? 'Choose a brand'
        : undefined;
  const filters = () => {
    if (which === 'category') return { categoryId: categoryId ?? '' };
    return which === 'brand' ? { brandId: brandId ?? '' } : { all: true as const };
  };
  async function submit(): Promise<void> {
    setTried(true);
    if (missing) return;
    await assigning.mutateAsync({ body: { locationIds: [location._id], filters: filters(), assigned } });
  }
  const done = assigning.data;

  return (
    <ShortDialog
      title={`Assign products to ${location.name}`}
      submit={assigned ? 'Put on sale' : 'Remove from sale'}
      cancel={done ? 'Close' : 'Cancel'}
      isRunning={assigning.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        value={assigned ? 'on' : 'off'}
        onChange={(value) => setAssigned(value === 'on')}
        data={[
          { value: 'on', label: 'Put on sale' },
          { value: 'off', label: 'Remove from sale' },
        ]}
      />
      <Radio.Group label="Which products" value={which} onChange={(value) => setWhich(value as Which)}>
        <Stack gap="xs" mt="xs">
          <Radio value="category" color="teal" label="A category and its subcategories" />
          {mayBrands && <Radio value="brand" color="teal" label="A brand" />}
          <Radio value="all" color="teal" label="All products" />
        </Stack>
      </Radio.Group>
      {which === 'category' && (
        <CategorySelect value={categoryId} onChange={setCategoryId} error={wasTried && missing} />
      )}
      {which === 'brand' && <BrandSelect value={brandId} onChange={setBrandId} error={wasTried && missing} />}
      {!assigned && (
        <Text size="sm" c="dimmed">
          Customers can't order these here anymore. Stock, prices and orders in progress don't change.
        </Text>
      )}
      {done && (
        <Alert color="teal" variant="light">
          {formatCount(done.assigned)} put on sale, {formatCount(done.unassigned)} removed.
        </Alert>
      )}
    </ShortDialog>
  );
}
