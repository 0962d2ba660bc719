import { type Location, locationRoutes } from '@aisle/contract/locations/locations';
import { Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useWrite } from '../../core/api.ts';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

const toValues = () => ({ name: '', code: '' });

/** Creates a location from the settings of this one. */
export function CloneDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const router = useRouter();
  const cloning = useWrite(locationRoutes.clone);
  const form = useZodForm(locationRoutes.clone.body, toValues);
  const madeId = useRef<string>(null);
  return (
    <FormDrawer
      title={`Copy ${location.name}`}
      form={form}
      save={async (body) => {
        madeId.current = (await cloning.mutateAsync({ params: { id: location._id }, body }))._id;
      }}
      onClose={() => {
        onClose();
        if (madeId.current)
          void router.navigate({ to: '/locations/view/$id', params: { id: madeId.current } });
      }}
      saveLabel="Copy"
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Code" withAsterisk {...form.getInputProps('code')} />
      <Text size="sm" c="dimmed">
        Copies settings, hours, delivery, assortment with prices and limits, tax and commission. Stock, staff,
        picture and payout account aren't copied. The copy is inactive and has the same address. Update its
        details, then activate it.
      </Text>
    </FormDrawer>
  );
}
