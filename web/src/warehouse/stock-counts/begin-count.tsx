import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Pill, Switch, TagsInput, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { LocationSelect, NoLocations } from '../../links/locations/location-select.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';

/** Selects the scope of a count, and whether it is blind. */
export function BeginCount({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { user, locationId: switcher } = useSignedIn();
  const mayChoose = useCan('category_list');
  const beginning = useWrite(stockCountRoutes.create);
  const only = user.locations.length === 1 ? user.locations[0]?._id : undefined;
  const [locationId, setLocation] = useState<string | null>(switcher ?? only ?? null);
  const [name, setName] = useState('');
  const [categories, setCategories] = useState<{ _id: string; name: string }[]>([]);
  const [shelves, setShelves] = useState<string[]>([]);
  const [blind, setBlind] = useState(false);
  const [error, setError] = useState<string>();

  async function begin(): Promise<void> {
    if (!locationId) {
      setError('Choose a location');
      return;
    }
    try {
      const count = await beginning.mutateAsync({
        body: {
          locationId,
          blind,
          ...(name.trim() && { name: name.trim() }),
          ...(categories.length > 0 && { categoryIds: categories.map(({ _id }) => _id) }),
          ...(shelves.length > 0 && { shelves }),
        },
      });
      await router.navigate({ to: '/inventory/counts/$id', params: { id: count._id } });
    } catch (problem) {
      if (isApiError(problem)) setError(problem.message);
    }
  }
  return (
    <ShortDialog
      title="Start a count"
      submit="Start count"
      isRunning={beginning.isPending}
      onSubmit={begin}
      onClose={onClose}
    >
      <NoLocations />
      <LocationSelect
        withAsterisk
        value={locationId}
        onChange={(id) => {
          setLocation(id);
          setError(undefined);
        }}
        error={error}
      />
      <TextInput
        label="Name"
        placeholder="Friday evening"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayChoose && (
        <div>
          <CategorySelect
            label="Only these categories"
            description="Leave empty to count everything sold or in stock"
            value={null}
            onChange={(id, option) => {
              if (id && !categories.some(({ _id }) => _id === id)) {
                setCategories([...categories, { _id: id, name: option.label }]);
              }
            }}
          />
          {categories.length > 0 && (
            <Pill.Group mt={8}>
              {categories.map(({ _id, name: label }) => (
                <Pill
                  key={_id}
                  withRemoveButton
                  removeButtonProps={{ 'aria-label': `Remove ${label}`, 'aria-hidden': false }}
                  onRemove={() => setCategories(categories.filter((one) => one._id !== _id))}
                >
                  {label}
                </Pill>
              ))}
            </Pill.Group>
          )}
        </div>
      )}
      <TagsInput
        label="Only these shelves"
        description="Press Enter to add a shelf. A3 includes A3-1, A3-2 and so on. Leave empty for all shelves"
        placeholder={shelves.length === 0 ? 'A3' : ''}
        clearable
        maxTags={50}
        maxLength={20}
        acceptValueOnBlur
        value={shelves}
        onChange={(all) => {
          setShelves([...new Set(all.map((shelf) => shelf.trim().toUpperCase()).filter(Boolean))]);
          setError(undefined);
        }}
      />
      <Switch
        label="Blind count"
        description="Counters don't see expected quantities or each other's counts. Someone who didn't count reviews the result"
        checked={blind}
        onChange={(event) => setBlind(event.currentTarget.checked)}
      />
    </ShortDialog>
  );
}
