import { pluralize } from '@aisle/contract/core/pluralize';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';

type AssignScope = 'all' | 'category';

/** Assigns all products, or those of a category, to locations. */
export function AssignLocations({ onClose }: { onClose: () => void }) {
  const locations = useQuery(read(locationRoutes.dropdown, { query: {} }));
  const assigning = useWrite(locationRoutes.assignByFilter, { quiet: true });
  const [what, setWhat] = useState<AssignScope>('all');
  const [categoryId, setCategory] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const all = locations.data ?? [];
  // A single location is selected automatically.
  const locationIds = chosen ?? (all.length === 1 ? all.map(({ _id }) => _id) : []);
  const isReady = locationIds.length > 0 && (what === 'all' || categoryId !== null);
  const counts = assigning.data;

  function assign(): void {
    const filters = what === 'category' && categoryId ? { categoryId } : { all: true as const };
    assigning.mutate({ body: { locationIds, filters, assigned: true } });
  }

  return (
    <Modal opened onClose={onClose} title="Assign to locations" size={480}>
      {counts ? (
        <Stack gap="md">
          <Text role="status">
            {counts.assigned === 0
              ? 'Everything was already assigned.'
              : `${pluralize(counts.assigned, 'assignment')} added. Sub-products can be sold as soon as they're in stock.`}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Radio.Group label="What" value={what} onChange={(value) => setWhat(value as AssignScope)}>
            <Stack gap="xs" mt={6}>
              <Radio value="all" color="teal" label="All products" />
              <Radio value="category" color="teal" label="Products of one category" />
            </Stack>
          </Radio.Group>
          {what === 'category' && (
            <CategorySelect label="Category" withAsterisk value={categoryId} onChange={setCategory} />
          )}
          <div>
            <ChoiceMultiSelect
              label="Where"
              placeholder={locationIds.length === 0 ? 'Choose locations' : ''}
              route={locationRoutes.dropdown}
              current={all}
              value={locationIds}
              onChange={setChosen}
            />
            {all.length > 1 && locationIds.length < all.length && (
              <Button
                variant="subtle"
                color="teal"
                size="compact-sm"
                mt={4}
                onClick={() => setChosen(all.map(({ _id }) => _id))}
              >
                Select all {all.length}
              </Button>
            )}
          </div>
          {locations.isSuccess && all.length === 0 && (
            <Alert color="teal" variant="light">
              No locations yet. Add one first.
            </Alert>
          )}
          {assigning.error && (
            <Alert color="red" variant="light" role="alert">
              {assigning.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!isReady} loading={assigning.isPending} onClick={assign}>
              Assign
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
