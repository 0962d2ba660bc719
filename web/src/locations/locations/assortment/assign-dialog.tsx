import type { Ref } from '@aisle/contract/core/fields';
import { formatCount } from '@aisle/contract/core/how-many';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { Alert, Button, Group, Modal, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { useMay } from '../../../core/session.ts';
import { BrandSelect } from '../../../links/brand-select.tsx';
import { CategorySelect } from '../../../links/category-select.tsx';

type Which = 'all' | 'category' | 'brand';
interface AssignDialogProps {
  location: Ref;
  onClose: () => void;
}

/** Puts whole parts of the catalogue on sale at a location, or takes them off. */
export function AssignDialog({ location, onClose }: AssignDialogProps) {
  const assigning = useWrite(locationRoutes.assignByFilter);
  const mayBrands = useMay('brand_list');
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
    <Modal opened onClose={onClose} title={`Assign products to ${location.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit().catch(() => undefined);
        }}
      >
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            value={assigned ? 'on' : 'off'}
            onChange={(value) => setAssigned(value === 'on')}
            data={[
              { value: 'on', label: 'Put on sale' },
              { value: 'off', label: 'Take off sale' },
            ]}
          />
          <Radio.Group label="Which products" value={which} onChange={(value) => setWhich(value as Which)}>
            <Stack gap="xs" mt="xs">
              <Radio value="category" color="teal" label="Those of a category, and of all below it" />
              {mayBrands && <Radio value="brand" color="teal" label="Those of a brand" />}
              <Radio value="all" color="teal" label="Everything there is" />
            </Stack>
          </Radio.Group>
          {which === 'category' && (
            <CategorySelect value={categoryId} onChange={setCategoryId} error={wasTried && missing} />
          )}
          {which === 'brand' && (
            <BrandSelect value={brandId} onChange={setBrandId} error={wasTried && missing} />
          )}
          {!assigned && (
            <Text size="sm" c="dimmed">
              Stock and prices stay. Orders under way go on; nobody can order these here any more.
            </Text>
          )}
          {done && (
            <Alert color="teal" variant="light">
              {formatCount(done.assigned)} put on sale, {formatCount(done.unassigned)} taken off.
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {done ? 'Close' : 'Cancel'}
            </Button>
            <Button type="submit" loading={assigning.isPending}>
              {assigned ? 'Put on sale' : 'Take off sale'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
